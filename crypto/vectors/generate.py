#!/usr/bin/env python3
"""Writes independent.json: answers computed from docs/format.md with pyca/cryptography (OpenSSL), no line of ours.

Needs cryptography >= 48 (X-Wing HPKE, ML-DSA, Argon2id). Run from the project's root: crypto/vectors/generate.py
"""
import base64, hashlib, hmac, json, os, struct, unicodedata, uuid

from cryptography.hazmat.primitives.asymmetric import ed25519, mldsa, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, MLKEM768X25519PrivateKey, Suite
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

HERE = os.path.dirname(os.path.abspath(__file__))


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def fixed(label, length=32):
    """Inputs anyone can make again."""
    return hashlib.shake_256(b"quantumshield vector: " + label.encode()).digest(length)


def uid(label):
    return str(uuid.UUID(bytes=fixed(label, 16), version=4))


def raw(text):
    return uuid.UUID(text).bytes


class Stream:
    """The n-th call gives SHAKE-256(label n); the tests hand the same source to our writer."""

    def __init__(self, label):
        self.label, self.calls = label, 0

    def __call__(self, length):
        self.calls += 1
        return fixed(f"{self.label} {self.calls - 1}", length)


def hkdf(secret, label):
    return HKDF(SHA256(), 32, salt=None, info=label if isinstance(label, bytes) else label.encode()).derive(secret)


def floe(key, aad, plain, random, segment=262144):
    context = b"\0\0" + struct.pack(">II", segment, 32) + random(32)

    def expand(secret, purpose):
        return hmac.digest(secret, context + purpose + aad + b"\x01", "sha384")

    message_key = expand(key, b"MESSAGE_KEY:")
    out = context + expand(key, b"HEADER_TAG:")[:32]
    size = segment - 32
    count = max(1, -(-len(plain) // size))
    for i in range(count):
        last, piece, iv = i == count - 1, plain[i * size:(i + 1) * size], random(12)
        segment_key = expand(message_key, b"DEK:" + struct.pack(">Q", i >> 20 << 20))[:32]
        prefix = struct.pack(">I", len(piece) + 32 if last else 0xFFFFFFFF)
        out += prefix + iv + AESGCM(segment_key).encrypt(iv, piece, struct.pack(">QB", i, last))
    return out


def content_root(sealed, segment=262144):
    """Split from above as RFC 6962 section 2.1 says; leaves over the two pieces of a segment."""
    body = sealed[74:]
    segments = [body[at:at + segment] for at in range(0, len(body), segment)]
    leaves = [hashlib.sha256(b"\0" + struct.pack(">Q", i) + one[:16] + hashlib.sha256(one[16:]).digest()).digest()
              for i, one in enumerate(segments)]

    def root(some):
        if len(some) == 1:
            return some[0]
        half = 1 << (len(some) - 1).bit_length() - 1
        return hashlib.sha256(b"\1" + root(some[:half]) + root(some[half:])).digest()

    return b"".join(leaves), root(leaves)


def segment_ivs():
    content, iv = uid("content"), fixed("message iv")
    key = hkdf(fixed("file key"), b"qs1/segment-iv\0" + raw(content) + iv)
    cases = [{"index": index, "last": last, "iv": b64(hmac.digest(
        key, struct.pack(">QB", index, last) + hashlib.sha256(fixed("plain", 1000)).digest(), "sha256")[:12])}
        for index, last in ((0, False), (0, True), (2 ** 33, False))]
    return {"file_key": b64(fixed("file key")), "content_id": content, "message_iv": b64(iv), "cases": cases}


def gcm(key, aad, plain, iv):
    return iv + AESGCM(key).encrypt(iv, plain, aad)


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def passwords():
    cases = []
    for name, text in (("ascii", "correct horse battery staple"), ("NFKC", "\ufb01ne Cafe\u0301 \uff21\uff22"), ("emoji", "🔑 schlüssel")):
        salt = fixed("salt " + name, 16)
        prk = Argon2id(salt=salt, length=32, iterations=3, lanes=4, memory_cost=65536).derive(
            unicodedata.normalize("NFKC", text).encode())
        cases.append({"name": name, "password": text, "salt": b64(salt), "m": 65536, "t": 3, "p": 4, "v": 1,
                      "auth_secret": "qs1." + b64(hkdf(prk, "qs1/auth")), "kek": b64(hkdf(prk, "qs1/kek"))})
    return cases


def phrases():
    with open(os.path.join(HERE, "..", "..", "docs", "bip39-english.txt"), encoding="utf-8") as file:
        words = file.read().split()
    cases = []
    for entropy in (bytes(32), b"\xff" * 32, fixed("phrase")):
        bits = int.from_bytes(entropy + hashlib.sha256(entropy).digest()[:1], "big")
        text = " ".join(words[bits >> 11 * (23 - i) & 2047] for i in range(24))
        cases.append({"words": text, "entropy": b64(entropy), "auth": "qs1." + b64(hkdf(entropy, "qs1/recovery/auth")),
                      "kek": b64(hkdf(entropy, "qs1/recovery/kek")),
                      "public_key": b64(hybrid_pair(hkdf(entropy, "qs1/recovery/kem"))[0])})
    return cases


def contents():
    cases = []
    key, content = fixed("file key"), uid("content")
    for size in (0, 1, 262111, 262112, 262113, 600000):
        plain = fixed("plain", size) if size else b""
        sealed = floe(key, b"qs1/content\0" + raw(content), plain, Stream("content"))
        cases.append({"size": size, "key": b64(key), "content_id": content, "random": "content", "plain": "plain",
                      "sealed_bytes": len(sealed), "sealed_sha256": hashlib.sha256(sealed).hexdigest(),
                      "segment_hashes": b64(content_root(sealed)[0]), "content_root": b64(content_root(sealed)[1])})
    small = floe(key, b"aad", fixed("plain", 9000), Stream("small"), 4096)
    return {"objects": cases, "segment_ivs": segment_ivs(), "small": {"key": b64(key), "aad": "aad", "segment_bytes": 4096, "sealed": b64(small)}}


def keys():
    amk, kek, space_key, file_key = (fixed(name) for name in ("amk", "kek", "space key", "file key"))
    user, space, file = uid("user"), uid("space"), uid("file")
    epoch = struct.pack(">I", 7)
    wraps = {kind: b64(floe(kek, b"qs1/account-key/" + kind.encode() + b"\0" + raw(user), amk, Stream("wrap " + kind)))
             for kind in ("password", "recovery", "passkey", "device", "passphrase")}
    iv = fixed("iv", 12)
    return {
        "amk": b64(amk), "kek": b64(kek), "space_key": b64(space_key), "file_key": b64(file_key),
        "account_key_for_words": for_words(user),
        "user_id": user, "space_id": space, "file_id": file, "epoch": 7, "account_wraps": wraps,
        "wrapped_space_key": b64(gcm(amk, b"qs1/space-key\0" + raw(user) + raw(space) + epoch, space_key, iv)),
        "wrapped_file_key": b64(gcm(space_key, b"qs1/file-key\0" + raw(file) + raw(space) + epoch, file_key, iv)),
        "record": {"kind": "file", "version": 3, "field": "name", "plain": "Überweisung März.pdf",
                   "sealed": b64(gcm(space_key, b"qs1/file\0" + raw(file) + struct.pack(">I", 3) + b"name",
                                     "Überweisung März.pdf".encode(), iv))},
        "page": {"version": 4, "page": 2, "entries": ["a.txt", "b \"quoted\".txt", ""],
                 "sealed": b64(gcm(space_key, b"qs1/page\0" + raw(space) + struct.pack(">I", 4) + b"2",
                                   json.dumps(["a.txt", "b \"quoted\".txt", ""], separators=(",", ":")).encode(), iv))},
    }


def hybrid_pair(seed):
    """An X-Wing key pair: the public key's bytes, and the private key."""
    expanded = hashlib.shake_256(seed).digest(96)
    kem = mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64])
    dh = x25519.X25519PrivateKey.from_private_bytes(expanded[64:])
    return kem.public_key().public_bytes_raw() + dh.public_key().public_bytes_raw(), MLKEM768X25519PrivateKey(kem, dh)


def for_words(user):
    """The account key for the recovery words of the third phrase."""
    public, private = hybrid_pair(hkdf(fixed("phrase"), "qs1/recovery/kem"))
    header = struct.pack(">BHHHB", 1, 0x647A, 1, 2, 6) + raw(user) + struct.pack(">I", 0) + hashlib.sha256(public).digest()
    suite = Suite(KEM.MLKEM768_X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
    return b64(header + suite.encrypt(fixed("amk"), private.public_key(), info=b"qs1/wrap" + header))


def identity():
    seeds = {"xwing": fixed("xwing"), "mlkem1024": fixed("mlkem1024", 64),
             "ed25519": fixed("ed25519"), "mldsa65": fixed("mldsa65")}
    xwing, hybrid = hybrid_pair(seeds["xwing"])
    public = {
        "xwing": xwing,
        "mlkem1024": mlkem.MLKEM1024PrivateKey.from_seed_bytes(seeds["mlkem1024"]).public_key().public_bytes_raw(),
        "ed25519": ed25519.Ed25519PrivateKey.from_private_bytes(seeds["ed25519"]).public_key().public_bytes_raw(),
        "mldsa65": mldsa.MLDSA65PrivateKey.from_seed_bytes(seeds["mldsa65"]).public_key().public_bytes_raw(),
    }
    return seeds, public, hybrid


def wraps(seeds, public, hybrid):
    cases = []
    suites = (
        ("std", 0x647A, 1, Suite(KEM.MLKEM768_X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM), hybrid.public_key(), "xwing"),
        ("cnsa2", 0x0042, 2, Suite(KEM.MLKEM1024, KDF.HKDF_SHA384, AEAD.AES_256_GCM),
         mlkem.MLKEM1024PrivateKey.from_seed_bytes(seeds["mlkem1024"]).public_key(), "mlkem1024"),
    )
    for name, kem, kdf, suite, key, seed in suites:
        header = struct.pack(">BHHHB", 1, kem, kdf, 2, 2) + raw(uid("space")) + struct.pack(">I", 7)
        header += hashlib.sha256(public[seed]).digest()
        sealed = suite.encrypt(fixed("space key"), key, info=b"qs1/wrap" + header)
        cases.append({"suite": name, "seed": b64(seeds[seed]), "public_key": b64(public[seed]),
                      "purpose": "space-to-user", "object_id": uid("space"), "epoch": 7,
                      "key": b64(fixed("space key")), "wrapped": b64(header + sealed)})
    return cases


def sign(seeds, label, text):
    message = label.encode() + text.encode()
    classical = ed25519.Ed25519PrivateKey.from_private_bytes(seeds["ed25519"]).sign(message)
    return {"text": text, "signature": b64(classical + mldsa.MLDSA65PrivateKey.from_seed_bytes(seeds["mldsa65"]).sign(message, b"qs1"))}


def statements(seeds, public, wrap):
    author = b64(hashlib.sha256(public["ed25519"] + public["mldsa65"]).digest())
    time = "2026-01-02T03:04:05.678Z"
    common = {"file_id": uid("file"), "folder_id": None, "space_id": uid("space"), "content_id": uid("content"),
              "version": 2, "previous": b64(fixed("previous")), "header_tag": b64(fixed("header tag")),
              "segment_bytes": 262144, "metadata": b64(fixed("metadata", 77)), "author_key_id": author, "time": time}
    manifest = {**common, "v": 2, "content_root": b64(fixed("content root")), "roster": b64(fixed("roster"))}
    first_format = {**common, "v": 1, "policy_epoch": 0}
    folder = {"v": 1, "folder_id": uid("folder"), "parent_id": uid("parent folder"), "space_id": uid("space"), "version": 2,
              "previous": b64(fixed("previous")), "name": b64(fixed("folder name", 40)), "author_key_id": author, "time": time,
              "roster": b64(fixed("roster"))}
    wrapped = base64.urlsafe_b64decode(wrap["wrapped"] + "==")
    grant = {"v": 2, "kind": "space", "object_id": wrap["object_id"], "recipient_key_id": b64(wrapped[28:60]),
             "recipient": b64(fingerprint(uid("user"), public)), "author": b64(fingerprint(uid("user"), public)),
             "role": "viewer", "epoch": 7, "expires": None, "wrap_hash": b64(hashlib.sha256(wrapped).digest()),
             "author_key_id": author, "time": time}
    bundle = {"v": 1, "user_id": uid("user"), **{name: b64(key) for name, key in public.items()}, "time": time}
    return {"manifest": sign(seeds, "qs1/manifest", canonical(manifest)),
            "manifest_format_1": sign(seeds, "qs1/manifest", canonical(first_format)),
            "folder_record": sign(seeds, "qs1/folder-record", canonical(folder)),
            "grant": sign(seeds, "qs1/grant", canonical(grant)),
            "bundle": sign(seeds, "qs1/bundle", canonical(bundle))}


def fingerprint(user, public):
    keys = b"".join(public[name] for name in ("xwing", "mlkem1024", "ed25519", "mldsa65"))
    return hashlib.sha256(b"qs1/fingerprint\0" + raw(user) + keys).digest()


def digits(label, data, groups):
    digest = label + b"\0"
    for _ in range(5200):
        digest = hashlib.sha512(digest + data).digest()
    return " ".join(f"{int.from_bytes(digest[i:i + 5], 'big') % 100000:05d}" for i in range(0, groups * 5, 5))


def safety(one, other):
    return " ".join(sorted(digits(b"qs1/safety-number", print_, 6) for print_ in (one, other)))


def links():
    secret = fixed("link secret")
    token = hkdf(secret, "qs1/link/token")
    checked = b'{"v":2}'
    return {"secret": b64(secret), "token": b64(token), "token_hash": b64(hashlib.sha256(token).digest()),
            "key": b64(hkdf(secret, "qs1/link/key")), "checked": checked.decode(),
            "checks": {kind: b64(hashlib.sha256(f"qs1/{kind}/check".encode() + b"\0" + checked).digest()[:16])
                       for kind in ("link", "request")}}


def requests():
    secret = fixed("request secret")
    delivery_key = hkdf(secret, "qs1/request/delivery")
    record_key = hkdf(fixed("delivered file key"), "qs1/delivery-record")
    wrapped, record = fixed("delivered wrap", 1228), fixed("delivered record", 60)
    stated = {"request_id": uid("request"), "file_id": uid("file"), "content_id": uid("content"),
              "header_tag": b64(fixed("header tag")), "segment_bytes": 262144, "size": 7,
              "wrap_hash": b64(hashlib.sha256(wrapped).digest()), "record_hash": b64(hashlib.sha256(record).digest()),
              "time": "2026-01-02T03:04:05.678Z"}
    text = canonical({**stated, "v": 2, "content_root": b64(fixed("content root"))})
    old = canonical({**stated, "v": 1})
    mac_key = hkdf(delivery_key + fixed("delivered file key"), "qs1/delivery/mac")
    iv, plain = fixed("delivery record iv", 12), b'{"v":1,"name":"a.txt","type":"text/plain"}'
    aad = b"qs1/delivery\0" + raw(uid("file")) + struct.pack(">I", 1) + b"metadata"
    description = floe(hkdf(secret, "qs1/request/key"), b"qs1/request\0" + raw(uid("request")), b"Send me the plans", Stream("request"))
    return {"secret": b64(secret), "door": b64(hkdf(secret, "qs1/request/door")), "token": b64(hkdf(secret, "qs1/request/token")),
            "delivery_key": b64(delivery_key), "request_id": uid("request"), "description": b64(description),
            "statement": text, "mac": b64(hmac.digest(mac_key, b"qs1/delivery" + text.encode(), "sha256")),
            "statement_format_1": old, "mac_format_1": b64(hmac.digest(delivery_key, b"qs1/delivery" + old.encode(), "sha256")),
            "wrapped": b64(wrapped), "record": b64(record), "file_key": b64(fixed("delivered file key")),
            "sealed_record": b64(iv + AESGCM(record_key).encrypt(iv, plain, aad)), "plain_record": plain.decode()}


def recovery(seeds, public):
    """Shamir's scheme over GF(2^8) written out again: shares of polynomials with known coefficients."""
    def times(a, b):
        product = 0
        while b:
            product ^= a if b & 1 else 0
            a, b = (a << 1) ^ (0x11B if a & 0x80 else 0), b >> 1
        return product

    secret, slope, bend = fixed("recovery key"), fixed("recovery slope"), fixed("recovery bend")
    shares = [bytes(s ^ times(a, x) ^ times(b, times(x, x)) for s, a, b in zip(secret, slope, bend)) + bytes([x])
              for x in (1, 7, 200, 255)]
    wrapped = floe(secret, b"qs1/account-key/organisation\0" + raw(uid("user")), fixed("amk"), Stream("organisation"))
    key, holder = fixed("share key"), uid("other user")
    aads = {kind: f"qs1/recovery-{kind}".encode() + b"\0" + raw(uid("user")) + struct.pack(">I", 3) + holder.encode()
            for kind in ("share", "answer")}
    policy = {"v": 1, "tenant_id": uid("tenant"), "revision": 3, "previous": b64(fixed("previous policy")), "threshold": 1,
              "holders": [{"user_id": holder, "fingerprint": b64(fixed("holder"))}], "author_id": uid("user"),
              "author_key_id": b64(hashlib.sha256(public["ed25519"] + public["mldsa65"]).digest()), "time": "2026-01-02T03:04:05.678Z"}
    return {"policy": sign(seeds, "qs1/policy", canonical(policy)), "key": b64(secret), "shares": [b64(share) for share in shares], "threshold": 3, "wrapped": b64(wrapped),
            "amk": b64(fixed("amk")), "share_key": b64(key), "holder_id": holder, "revision": 3,
            "sealed": {kind: b64(gcm(key, aad, shares[0], fixed("share iv", 12))) for kind, aad in aads.items()},
            "code": digits(b"qs1/recovery-code", raw(uid("user")) + public["xwing"], 4)}


def main():
    seeds, public, hybrid = identity()
    wrapped = wraps(seeds, public, hybrid)
    one, other = fingerprint(uid("user"), public), fingerprint(uid("other user"), public)
    parts = {"revision": 5, "identity": {name: b64(seed) for name, seed in seeds.items()}, "earlier": [],
                         "kdf": {"salt": b64(fixed("salt ascii", 16)), "m": 65536, "t": 3, "p": 4, "v": 1},
                         "peers": [{"user_id": uid("other user"), "fingerprint": b64(other), "time": "2026-01-02T03:04:05.678Z"}],
                         "pins": {"root": "abc"}}
    first_keyring = canonical({"v": 1, **parts})
    keyring = canonical({"v": 2, **parts, "recovery_key": b64(hybrid_pair(hkdf(fixed("phrase"), "qs1/recovery/kem"))[0]),
                         "epoch": 4, "account_keys": [b64(fixed("amk before"))]})
    vectors = {
        "source": "crypto/vectors/generate.py with pyca/cryptography on OpenSSL",
        "passwords": passwords(), "phrases": phrases(), "content": contents(), "keys": keys(),
        "identity": {"user_id": uid("user"), "other_user_id": uid("other user"),
                     "seeds": {name: b64(seed) for name, seed in seeds.items()},
                     "public": {name: b64(key) for name, key in public.items()},
                     "fingerprint": one.hex(), "safety_number": safety(one, other)},
        **{name: {"sealed": b64(floe(fixed("amk"), b"qs1/keyring\0" + raw(uid("user")), plain.encode(), Stream("keyring"))),
                  "plain": plain} for name, plain in (("keyring", keyring), ("keyring_format_1", first_keyring))},
        "keyring_write_proof": b64(hkdf(fixed("amk"), "qs1/keyring/write")),
        "wraps": wrapped, "statements": statements(seeds, public, wrapped[0]), "link": links(), "request": requests(),
        "recovery": recovery(seeds, public),
    }
    with open(os.path.join(HERE, "independent.json"), "w", encoding="utf-8") as out:
        json.dump(vectors, out, ensure_ascii=False, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
