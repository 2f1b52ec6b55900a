#!/usr/bin/env python3
"""A device in one file: it needs Linux, Python 3.11, the package cryptography, and the program openssl 3.5 or newer
(OPENSSL says where, if it is not the one on the path). Every byte is described in docs/format.md, every request in docs/wire.md.

  python3 device.py enrol <code>      python3 device.py send <file>      python3 device.py heartbeat

Its key lies in device.json beside it (or where DEVICE_FILE says), mode 0600, in the form that `quantumshield device` reads as well.
"""
import base64, datetime, hashlib, hmac, json, os, subprocess, sys, time, urllib.error, urllib.request, uuid
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

FILE = os.environ.get("DEVICE_FILE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "device.json")
# The bytes before a key are its algorithm in DER (RFC 9881, RFC 9935): what openssl reads and writes.
SUITES = {
    "std": {"kem": 0x647A, "bytes": 1216, "kem_der": "308204b2300b0609608648016503040402038204a100", "kem_bytes": 1184,
            "seed_der": "3034020100300b060960864801650304031204228020", "signer_bytes": 1952},
    "iot": {"kem": 0x0040, "bytes": 800, "kem_der": "30820332300b06096086480165030404010382032100", "kem_bytes": 800,
            "seed_der": "3034020100300b060960864801650304031104228020", "signer_bytes": 1312},
}
SEGMENT = 262_144 - 32


def b64(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
def from64(text): return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
def u16(value): return value.to_bytes(2, "big")
def u32(value): return value.to_bytes(4, "big")
def u64(value): return value.to_bytes(8, "big")
def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()
def mac(key, *parts, hash="sha256"): return hmac.digest(key, b"".join(parts), hash)
def hkdf(secret, info): return mac(mac(bytes(32), secret), info, b"\x01")
def now(): return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def canonical(value):
    """RFC 8785, for objects without others in them."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def openssl(words, *inputs):
    """What openssl prints, then what the files hold after it. `{0}`, `{1}` ... in `words` are files of memory that begin with
    `inputs`: no secret is in an argument or on the disk."""
    files = [os.memfd_create("openssl") for _ in inputs]
    try:
        for file, data in zip(files, inputs):
            os.write(file, data)
        command = [os.environ.get("OPENSSL", "openssl"), *words.format(*(f"/dev/fd/{file}" for file in files)).split()]
        printed = subprocess.run(command, pass_fds=files, stdout=subprocess.PIPE, check=True).stdout
        return [printed, *(os.pread(file, os.fstat(file).st_size, 0) for file in files)]
    finally:
        for file in files:
            os.close(file)


def sign(suite, seed, message):
    key = bytes.fromhex(SUITES[suite]["seed_der"]) + seed
    return openssl("pkeyutl -sign -inkey {0} -keyform DER -rawin -in {1} -pkeyopt context-string:qs1", key, message)[0]


def public_key_of(suite, seed):
    key = bytes.fromhex(SUITES[suite]["seed_der"]) + seed
    return openssl("pkey -inform DER -in {0} -pubout -outform DER", key)[0][-SUITES[suite]["signer_bytes"]:]


def encapsulate(suite, public_key):
    """ML-KEM: ciphertext and shared secret."""
    key = bytes.fromhex(SUITES[suite]["kem_der"]) + public_key
    _, _, ct, secret = openssl("pkeyutl -encap -pubin -inkey {0} -keyform DER -out {1} -secret {2}", key, b"", b"")
    return ct, secret


def kem(suite, public_key):
    """ML-KEM-512 alone, or X-Wing: ML-KEM-768 and X25519, joined by SHA3-256."""
    length = SUITES[suite]["kem_bytes"]
    ct, secret = encapsulate(suite, public_key[:length])
    if suite == "iot":
        return ct, secret
    theirs, own = public_key[length:], X25519PrivateKey.generate()
    ours = own.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    both = secret + own.exchange(X25519PublicKey.from_public_bytes(theirs)) + ours + theirs
    return ct + ours, hashlib.sha3_256(both + b"\\.//^\\").digest()


def wrap(suite, inbox, key, file_id):
    """HPKE base mode, single shot, around a key of 32 bytes."""
    public_key = from64(inbox["public_key"])
    ids = u16(SUITES[suite]["kem"]) + u16(1) + u16(2)
    header = b"\x01" + ids + b"\x05" + uuid.UUID(file_id).bytes + u32(inbox["epoch"]) + sha256(public_key)
    enc, shared = kem(suite, public_key)

    def extract(salt, label, secret): return mac(salt, b"HPKE-v1HPKE", ids, label, secret)
    context = b"\x00" + extract(b"", b"psk_id_hash", b"") + extract(b"", b"info_hash", b"qs1/wrap" + header)
    secret = extract(shared, b"secret", b"")
    def expand(label, size): return mac(secret, u16(size), b"HPKE-v1HPKE", ids, label, context, b"\x01")[:size]
    return header + enc + AESGCM(expand(b"key", 32)).encrypt(expand(b"base_nonce", 12), key, None)


def seal(key, content_id, plain):
    """FLOE: a header, then segments. Returns the object, its header tag, and the leaves of its segments."""
    aad = b"qs1/content\x00" + uuid.UUID(content_id).bytes
    head = bytes.fromhex("00000004000000000020") + os.urandom(32)
    def expand(secret, info, size): return mac(secret, head, info, aad, b"\x01", hash="sha384")[:size]
    header_tag = expand(key, b"HEADER_TAG:", 32)
    segments = AESGCM(expand(expand(key, b"MESSAGE_KEY:", 48), b"DEK:" + u64(0), 32))
    pieces, leaves = [head, header_tag], []
    count = max(1, -(-len(plain) // SEGMENT))
    for at in range(count):
        part, is_last, iv = plain[at * SEGMENT:(at + 1) * SEGMENT], at == count - 1, os.urandom(12)
        sealed = segments.encrypt(iv, part, u64(at) + bytes([is_last]))
        prefix = (u32(len(part) + 32) if is_last else b"\xff" * 4) + iv
        pieces += [prefix, sealed]
        leaves.append(sha256(b"\x00", u64(at), prefix, sha256(sealed)))
    return b"".join(pieces), header_tag, leaves


def root_of(leaves):
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01", root_of(leaves[:split]), root_of(leaves[split:]))


def keep(state):
    new = FILE + ".new"
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(state, file)
        # Durable before it takes the place of the one before: without its key a device has to be added again.
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, FILE)


def post(address, body, headers, method="POST"):
    """The answer of the server, or its words and the end of this program."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body, headers, method=method), timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        try:
            sys.exit(json.load(error)["message"])
        except ValueError:
            # Something before the server, such as a proxy.
            sys.exit(f"{address} answers {error.code}.")


def ask(state, method, to, body, type="application/json", headers={}):
    """One signed request, with a counter that was never used."""
    state["counter"] = max(state["counter"] + 1, time.time_ns() // 1_000_000)
    keep(state)
    path = f"/devices/v1/{state['id']}/{to}"
    text = canonical({"v": 1, "device_id": state["id"], "key": state["serial"], "method": method, "path": path,
                      "body": b64(sha256(body)), "time": now(), "counter": state["counter"]})
    signature = sign(state["suite"], from64(state["seed"]), b"qs1/device-request" + text)
    signed = {"content-type": type, "x-device-request": b64(text), "x-device-signature": b64(signature), **headers}
    return post(state["server"] + path, body, signed, method)


def read_inbox(said, device_id, suite, secret):
    """The owner's key, if the owner vouched for it: the server does not know the secret."""
    expected = mac(hkdf(secret, b"qs1/device/mac"), b"qs1/device-inbox", said["statement"].encode())
    inbox = json.loads(said["statement"])
    is_right = hmac.compare_digest(b64(expected), said["mac"]) and (inbox["device_id"], inbox["suite"]) == (device_id, suite)
    if not is_right or len(from64(inbox["public_key"])) != SUITES[suite]["bytes"]:
        sys.exit("The server shows another key than the owner vouched for.")
    return {"id": inbox["inbox_id"], "epoch": inbox["epoch"], "public_key": inbox["public_key"]}


def enrol(code):
    whole = from64(code.removeprefix("qsd1-"))
    check, rest = whole[:4], whole[4:]
    if sha256(rest)[:4] != check:
        sys.exit("Part of the code is missing.")
    device_id, secret, fingerprint, server = str(uuid.UUID(bytes=rest[:16])), rest[16:48], rest[48:80], rest[80:].decode()
    headers = {"x-device-token": b64(hkdf(secret, b"qs1/device/token"))}
    said = json.loads(post(f"{server}/devices/v1/{device_id}/code", None, headers))
    suite, inbox = said["suite"], read_inbox(said["inbox"], device_id, said["suite"], secret)
    if sha256(b"qs1/device-inbox\x00", u16(SUITES[suite]["kem"]), from64(inbox["public_key"])) != fingerprint:
        sys.exit("The server shows another key than the code names.")
    seed = os.urandom(32)
    state = {"v": 1, "server": server, "id": device_id, "suite": suite, "secret": b64(secret), "seed": b64(seed),
             "serial": 0, "next_seed": None, "counter": 0, "inbox": inbox}
    public_key = public_key_of(suite, seed)
    statement = canonical({"v": 1, "device_id": device_id, "serial": 0, "suite": suite, "public_key": b64(public_key),
                           "time": now()})
    vouched = b64(mac(hkdf(secret, b"qs1/device/mac"), b"qs1/device-key", statement))
    ask(state, "POST", "enrol", canonical({"statement": statement.decode(), "mac": vouched}), headers=headers)
    print(f"Enrolled. For the owner to compare: {sha256(public_key).hex()}")


def send(state, path):
    file_id, content_id, key = str(uuid.uuid4()), str(uuid.uuid4()), os.urandom(32)
    with open(path, "rb") as file:
        plain = file.read()
    content, header_tag, leaves = seal(key, content_id, plain)
    ask(state, "PUT", f"deliveries/{file_id}", content, "application/octet-stream")

    wrapped, iv = wrap(state["suite"], state["inbox"], key, file_id), os.urandom(12)
    about = canonical({"v": 1, "name": os.path.basename(path), "type": ""})
    aad = b"qs1/delivery\x00" + uuid.UUID(file_id).bytes + u32(1) + b"metadata"
    record = iv + AESGCM(hkdf(key, b"qs1/delivery-record")).encrypt(iv, about, aad)
    statement = canonical({
        "v": 2, "request_id": state["id"], "file_id": file_id, "content_id": content_id, "header_tag": b64(header_tag),
        "wrap_hash": b64(sha256(wrapped)), "record_hash": b64(sha256(record)), "content_root": b64(root_of(leaves)),
        "segment_bytes": SEGMENT + 32, "size": len(plain), "time": now()})
    mac_key = hkdf(hkdf(from64(state["secret"]), b"qs1/device/delivery") + key, b"qs1/delivery/mac")
    said = {"wrapped_key": b64(wrapped), "record": b64(record), "statement": statement.decode(),
            "mac": b64(mac(mac_key, b"qs1/delivery", statement))}
    if len(leaves) > 1:
        said["segment_hashes"] = b64(b"".join(leaves))
    ask(state, "POST", f"deliveries/{file_id}", canonical(said))
    print(f"Sent {os.path.basename(path)}.")


def heartbeat(state):
    said = json.loads(ask(state, "POST", "heartbeat", canonical({"inbox_id": state["inbox"]["id"]})))["inbox"]
    if not said:
        return
    inbox = read_inbox(said, state["id"], state["suite"], from64(state["secret"]))
    if inbox["epoch"] <= state["inbox"]["epoch"]:
        sys.exit("The server shows an earlier key of the owner.")
    keep({**state, "inbox": inbox})


def opened():
    with open(FILE) as file:
        return json.load(file)


match sys.argv[1:]:
    case ["enrol", code]: enrol(code)
    case ["send", path]: send(opened(), path)
    case ["heartbeat"]: heartbeat(opened())
    case _: sys.exit("Usage: device.py enrol <code> | send <file> | heartbeat")
