-- Breaks nothing. Whether anybody signed in from a device before is asked when the requests of its address are used up
-- (docs/decisions/0198-a-stranger-locks-no-door.md).
create index known_devices_device_idx on auth.known_devices (device_hash);
