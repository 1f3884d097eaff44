"""The passenger's trips: destinations, routes and the links crossed."""
