#!/usr/bin/env python3
"""Decrypts one QuantumShield file without QuantumShield. The formats are explained in docs/format.md.

    decrypt.py --export export.json --blob blob.bin --phrase "24 words" --out file
    decrypt.py --export export.json --blob blob.bin --password "..."    --out file

Needs Python 3.9 and `cryptography` 38 or newer; --password also needs Argon2id: `cryptography` 44 or `argon2-cffi`.
"""
import argparse, base64, getpass, hashlib, hmac, json, os, struct, sys, unicodedata, uuid

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

HEADER, OVERHEAD = 74, 32


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def uid(text):
    return uuid.UUID(text).bytes


def hkdf256(secret, label):
    """HKDF-SHA-256 with empty salt, 32 bytes: one block."""
    prk = hmac.digest(bytes(32), secret, "sha256")
    return hmac.digest(prk, label + b"\x01", "sha256")


def gcm_open(key, sealed, aad):
    return AESGCM(key).decrypt(sealed[:12], sealed[12:], aad)


def floe_start(key, header, aad):
    """Checks a FLOE header; returns the segment length and a function that opens one segment."""
    if len(header) != HEADER or header[:2] != b"\0\0" or header[6:10] != b"\0\0\0\x20":
        raise ValueError("not a FLOE header")
    segment_bytes = struct.unpack(">I", header[2:6])[0]
    if not 4096 <= segment_bytes <= 4 << 20:
        raise ValueError("segment length")
    context = header[:42]

    def expand(secret, purpose):
        return hmac.digest(secret, context + purpose + aad + b"\x01", "sha384")

    if not hmac.compare_digest(expand(key, b"HEADER_TAG:")[:32], header[42:]):
        raise ValueError("wrong key or changed header")
    message_key = expand(key, b"MESSAGE_KEY:")

    def open_segment(index, last, segment):
        expected = len(segment) if last else 0xFFFFFFFF
        if len(segment) < OVERHEAD or struct.unpack(">I", segment[:4])[0] != expected:
            raise ValueError("segment length")
        segment_key = expand(message_key, b"DEK:" + struct.pack(">Q", index >> 20 << 20))[:32]
        return gcm_open(segment_key, segment[4:], struct.pack(">QB", index, last))

    return segment_bytes, open_segment


def floe_open(key, sealed, aad):
    segment_bytes, open_segment = floe_start(key, sealed[:HEADER], aad)
    body = sealed[HEADER:]
    count = max(1, -(-len(body) // segment_bytes))
    pieces = (body[i * segment_bytes:(i + 1) * segment_bytes] for i in range(count))
    return b"".join(open_segment(i, i == count - 1, piece) for i, piece in enumerate(pieces))


def tree_root(leaves):
    """The tree of RFC 6962 over leaves that are hashed already."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + tree_root(leaves[:half]) + tree_root(leaves[half:])).digest()


def floe_open_file(key, blob, aad, plain_size, out):
    """Opens a content object piece by piece: its length must be the one that the plaintext size asks for. Returns the content root."""
    leaves = []
    segment_bytes, open_segment = floe_start(key, blob.read(HEADER), aad)
    count = max(1, -(-plain_size // (segment_bytes - OVERHEAD)))
    for i in range(count):
        last = i == count - 1
        segment = blob.read(segment_bytes)
        if not last and len(segment) != segment_bytes:
            raise ValueError("truncated")
        out.write(open_segment(i, last, segment))
        leaves.append(hashlib.sha256(struct.pack(">BQ", 0, i) + segment[:16] + hashlib.sha256(segment[16:]).digest()).digest())
    if blob.read(1) or blob.tell() != HEADER + OVERHEAD * count + plain_size:
        raise ValueError("length")
    return tree_root(leaves)


def signed_root(file):
    """The content root of the manifest in the export; None where it is of format 1, or missing."""
    manifest = json.loads(file.get("manifest") or "{}")
    if manifest.get("v") != 2:
        return None
    if manifest["file_id"] != file["id"] or manifest["content_id"] != file["content_id"] or manifest["version"] != file["version"]:
        raise ValueError("the manifest is of another file or version")
    return unb64(manifest["content_root"])


def phrase_entropy(phrase, wordlist):
    """BIP-39: 24 words are 256 bits of entropy and 8 bits of SHA-256 of it."""
    with open(wordlist, encoding="utf-8") as file:
        numbers = {word: i for i, word in enumerate(file.read().split())}
    words = phrase.lower().split()
    unknown = [word for word in words if word not in numbers]
    if unknown or len(words) != 24:
        sys.exit(f"not a word of the list: {unknown[0]}" if unknown else f"{len(words)} words instead of 24")
    bits = 0
    for word in words:
        bits = bits << 11 | numbers[word]
    entropy, checksum = (bits >> 8).to_bytes(32, "big"), bits & 255
    if hashlib.sha256(entropy).digest()[0] != checksum:
        sys.exit("the phrase is mistyped: its checksum does not match")
    return entropy


def phrase_open(entropy, wrapped, user):
    """The account key: wrapped for the key pair of the words, or under a key of the words in earlier releases."""
    if len(wrapped) == 138:
        return floe_open(hkdf256(entropy, b"qs1/recovery/kek"), wrapped, b"qs1/account-key/recovery\0" + user)
    header = struct.pack(">BHHHB", 1, 0x647A, 1, 2, 6) + user + struct.pack(">I", 0)
    pair = XWing(hkdf256(entropy, b"qs1/recovery/kem"))
    header += hashlib.sha256(pair.public).digest()
    if wrapped[:60] != header:
        raise ValueError("these words are not of this account")
    return hpke_open(pair.decapsulate(wrapped[60:1180]), b"qs1/wrap" + header, wrapped[1180:])


def hpke_open(shared, info, sealed):
    """RFC 9180, base mode, single shot, with HKDF-SHA-256 and AES-256-GCM."""
    suite = b"HPKE" + struct.pack(">HHH", 0x647A, 1, 2)

    def extract(salt, label, secret):
        return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + secret, "sha256")

    def expand(secret, label, info, length):
        return hmac.digest(secret, struct.pack(">H", length) + b"HPKE-v1" + suite + label + info + b"\x01", "sha256")[:length]

    context = b"\0" + extract(b"", b"psk_id_hash", b"") + extract(b"", b"info_hash", info)
    secret = extract(shared, b"secret", b"")
    return AESGCM(expand(secret, b"key", context, 32)).decrypt(expand(secret, b"base_nonce", context, 12), sealed, b"")


Q, K = 3329, 3


def ntt_factors():
    reverse = [int(f"{i:07b}"[::-1], 2) for i in range(128)]
    return [pow(17, r, Q) for r in reverse], [pow(17, 2 * r + 1, Q) for r in reverse]


ZETAS, GAMMAS = ntt_factors()


def ntt(f):
    f, i, length = list(f), 1, 128
    while length >= 2:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                t = ZETAS[i] * f[j + length] % Q
                f[j], f[j + length] = (f[j] + t) % Q, (f[j] - t) % Q
            i += 1
        length //= 2
    return f


def ntt_inverse(f):
    f, i, length = list(f), 127, 2
    while length <= 128:
        for start in range(0, 256, 2 * length):
            for j in range(start, start + length):
                t = f[j]
                f[j], f[j + length] = (t + f[j + length]) % Q, ZETAS[i] * (f[j + length] - t) % Q
            i -= 1
        length *= 2
    return [x * 3303 % Q for x in f]


def dot(one, other):
    """Sum of products of polynomials in NTT form."""
    out = [0] * 256
    for a, b in zip(one, other):
        for i in range(128):
            a0, a1, b0, b1 = a[2 * i], a[2 * i + 1], b[2 * i], b[2 * i + 1]
            out[2 * i] = (out[2 * i] + a0 * b0 + a1 * b1 % Q * GAMMAS[i]) % Q
            out[2 * i + 1] = (out[2 * i + 1] + a0 * b1 + a1 * b0) % Q
    return out


def unpack(data, bits):
    value = int.from_bytes(data, "little")
    return [value >> bits * i & (1 << bits) - 1 for i in range(256)]


def uniform(seed):
    """FIPS 203, algorithm 7: 256 numbers below Q."""
    stream = hashlib.shake_128(seed).digest(1344)
    out = []
    for a, b, c in zip(stream[::3], stream[1::3], stream[2::3]):
        out += [x for x in (a | (b & 15) << 8, b >> 4 | c << 4) if x < Q]
    return out[:256]


def small(seed, n):
    """FIPS 203, algorithm 8, eta 2."""
    bits = unpack(hashlib.shake_256(seed + bytes([n])).digest(128), 4)
    return [((x & 1) + (x >> 1 & 1) - (x >> 2 & 1) - (x >> 3)) % Q for x in bits]


class XWing:
    """X-Wing, with ML-KEM-768 of FIPS 203. Decapsulation leaves out encrypting again: a changed text fails at the tag that follows."""

    def __init__(self, seed):
        seed = hashlib.shake_256(seed).digest(96)
        expanded = hashlib.sha3_512(seed[:32] + bytes([K])).digest()
        rho, sigma = expanded[:32], expanded[32:]
        self.s = [ntt(small(sigma, n)) for n in range(K)]
        e = [ntt(small(sigma, K + n)) for n in range(K)]
        packed = b""
        for i in range(K):
            row = dot([uniform(rho + bytes([j, i])) for j in range(K)], self.s)
            number = sum((x + y) % Q << 12 * n for n, (x, y) in enumerate(zip(row, e[i])))
            packed += number.to_bytes(384, "little")
        self.kem = packed + rho
        self.dh = X25519PrivateKey.from_private_bytes(seed[64:])
        self.public = self.kem + self.dh.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def decapsulate(self, enc):
        u = [ntt([(x * Q + 512) >> 10 for x in unpack(enc[320 * i:320 * i + 320], 10)]) for i in range(K)]
        v = [(x * Q + 8) >> 4 for x in unpack(enc[960:1088], 4)]
        noisy = [(a - b) % Q for a, b in zip(v, ntt_inverse(dot(self.s, u)))]
        message = sum(((2 * x + Q // 2) // Q & 1) << n for n, x in enumerate(noisy)).to_bytes(32, "little")
        first = hashlib.sha3_512(message + hashlib.sha3_256(self.kem).digest()).digest()[:32]
        second = self.dh.exchange(X25519PublicKey.from_public_bytes(enc[1088:]))
        return hashlib.sha3_256(first + second + enc[1088:] + self.public[1184:] + b"\\.//^\\").digest()


def password_open(kek, wrapped, user):
    return floe_open(kek, wrapped, b"qs1/account-key/password\0" + user)


def password_kek(password, kdf):
    secret, salt = unicodedata.normalize("NFKC", password).encode(), unb64(kdf["salt"])
    return hkdf256(argon2id(secret, salt, kdf["m"], kdf["t"], kdf["p"]), b"qs1/kek")


def argon2id(secret, salt, memory_kib, passes, lanes):
    try:
        from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
        return Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory_kib).derive(secret)
    except ImportError:
        pass
    try:
        from argon2.low_level import Type, hash_secret_raw
        return hash_secret_raw(secret, salt, passes, memory_kib, lanes, 32, Type.ID)
    except ImportError:
        sys.exit("Argon2id is missing: pip install 'cryptography>=44' (or argon2-cffi), or use --phrase")


def unlock(export, kind, open_wrap):
    """From the account's wrap to the file: account key, space key, file key. Returns (space key, file key)."""
    user, file = uid(export["user_id"]), export["file"]
    space, epoch = uid(file["space_id"]), struct.pack(">I", file["space_epoch"])
    wraps = [wrap for wrap in export["account_wraps"] if wrap["kind"] == kind]
    spaces = [
        key for key in export["space_keys"] if uid(key["space_id"]) == space and key["epoch"] == file["space_epoch"]
    ]
    if not wraps or not spaces:
        sys.exit(f"the export holds no {'space key' if wraps else kind + ' wrap'} for this file")

    account_key = open_wrap(unb64(wraps[0]["wrapped_key"]), user)
    space_key = gcm_open(account_key, unb64(spaces[0]["wrapped_key"]), b"qs1/space-key\0" + user + space + epoch)
    aad = b"qs1/file-key\0" + uid(file["id"]) + space + epoch
    return space_key, gcm_open(space_key, unb64(file["encryption_key"]), aad)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("export", "blob", "out"):
        parser.add_argument(f"--{name}", required=True)
    secret = parser.add_mutually_exclusive_group(required=True)
    secret.add_argument("--phrase", help='24 words; "-" asks for them')
    secret.add_argument("--password", help='"-" asks for it')
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "bip39-english.txt")
    parser.add_argument("--wordlist", default=default)
    args = parser.parse_args()

    with open(args.export, encoding="utf-8") as source:
        export = json.load(source)
    file = export["file"]
    try:
        if args.phrase is not None:
            phrase = getpass.getpass("Recovery phrase: ") if args.phrase == "-" else args.phrase
            entropy = phrase_entropy(phrase, args.wordlist)
            space_key, file_key = unlock(export, "recovery", lambda wrapped, user: phrase_open(entropy, wrapped, user))
        else:
            password = getpass.getpass() if args.password == "-" else args.password
            kek = password_kek(password, export["kdf"])
            space_key, file_key = unlock(export, "password", lambda wrapped, user: password_open(kek, wrapped, user))

        name_aad = b"qs1/file\0" + uid(file["id"]) + struct.pack(">I", file["version"]) + b"name"
        name = gcm_open(space_key, unb64(file["original_name"]), name_aad).decode()
        content_aad = b"qs1/content\0" + uid(file["content_id"])
        partial = args.out + ".partial"
        with open(args.blob, "rb") as blob, open(partial, "wb") as out:
            root = floe_open_file(file_key, blob, content_aad, file["file_size"], out)
        signed = signed_root(file)
        if signed is None:
            print("the manifest fixes no content: anyone who knew the file's key could have exchanged it", file=sys.stderr)
        elif not hmac.compare_digest(root, signed):
            raise ValueError("this is not the content that the manifest signs")
        os.replace(partial, args.out)
    except (InvalidTag, ValueError) as error:
        sys.exit(f"does not open: {error or 'wrong secret or changed data'}")
    print(name)


if __name__ == "__main__":
    main()
