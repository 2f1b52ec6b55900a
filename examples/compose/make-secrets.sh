#!/bin/sh
# Makes what compose.yaml gives to the containers as files, once. The folder is for its owner alone; containers run as users of their own, who must be able to read the files in it.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir secrets
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
password=$(random)
access=$(random | cut -c 1-20)
secret=$(random)
printf '%s' "$password" > secrets/database-password
printf 'postgres://quantumshield:%s@database/quantumshield' "$password" > secrets/database-url
printf '%s' "$access" > secrets/s3-access-key
printf '%s' "$secret" > secrets/s3-secret-key
printf '{"identities":[{"name":"quantumshield","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin:quantumshield","Read:quantumshield","Write:quantumshield","List:quantumshield","Tagging:quantumshield"]}]}\n' "$access" "$secret" > secrets/s3-config
chmod 444 secrets/*
echo 'Made ./secrets. Keep a copy with your backups: without it a new machine reads neither database nor content.'
