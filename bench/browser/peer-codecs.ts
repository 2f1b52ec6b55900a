import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import sodium, { ready as sodiumReady } from 'libsodium-wrappers'
import * as openpgp from 'openpgp'
import { type Codec, chunksOf, drain } from './codec.ts'

const MEBIBYTE = 1024 * 1024
const KEY = new Uint8Array(32).fill(7)

/** `crypto_secretstream` over chunks of 4 MiB, through WebAssembly. */
export function libsodium(): Codec {
  const chunkBytes = 4 * MEBIBYTE
  return {
    async seal(source, _share, take) {
      await sodiumReady
      const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(KEY)
      take(header)
      for await (const chunk of chunksOf(source, chunkBytes)) {
        take(sodium.crypto_secretstream_xchacha20poly1305_push(state, chunk, null, 0))
      }
    },
    async open(sealed, take) {
      await sodiumReady
      const headerBytes = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
      const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(sealed.subarray(0, headerBytes), KEY)
      const step = chunkBytes + sodium.crypto_secretstream_xchacha20poly1305_ABYTES
      for (let at = headerBytes; at < sealed.length; at += step) {
        const opened = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed.subarray(at, at + step), null)
        if (!opened) throw new Error('a chunk does not open')
        take(opened.message)
      }
    },
  }
}

/** OpenPGP.js over a stream: SEIPDv1 (CFB with a hash), or SEIPDv2 with AES-GCM in chunks of 256 KiB. */
export function openPgp(kind: 'cfb' | 'gcm'): Codec {
  const isGcm = kind === 'gcm'
  const sessionKey = { data: KEY, algorithm: 'aes256' as const, ...(isGcm ? { aeadAlgorithm: 'gcm' as const } : {}) }
  return {
    async seal(source, _share, take) {
      const message = await openpgp.createMessage({ binary: source.stream() })
      const encrypted = await openpgp.encrypt({
        message,
        sessionKey,
        passwords: ['of nobody'],
        format: 'binary',
        config: {
          aeadProtect: isGcm,
          preferredAEADAlgorithm: openpgp.enums.aead.gcm,
          // 2^(12 + 6) bytes.
          aeadChunkSizeByte: 12,
          // The password is not what is measured.
          s2kType: openpgp.enums.s2k.iterated,
          preferredCompressionAlgorithm: openpgp.enums.compression.uncompressed,
        },
      })
      await drain(encrypted, take)
    },
    async open(sealed, take) {
      const message = await openpgp.readMessage({ binaryMessage: new Blob([sealed]).stream() })
      const { data } = await openpgp.decrypt({
        message,
        sessionKeys: [sessionKey],
        format: 'binary',
        config: { allowUnauthenticatedStream: true },
      })
      await drain(data, take)
    },
  }
}

/** age-encryption (typage) for one X25519 recipient. */
export function age(): Codec {
  const identity = generateX25519Identity()
  return {
    async seal(source, _share, take) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(await identityToRecipient(await identity))
      await drain(await encrypter.encrypt(source.stream()), take)
    },
    async open(sealed, take) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(await identity)
      await drain(await decrypter.decrypt(new Blob([sealed]).stream()), take)
    },
  }
}

/** WebCrypto as many write it: slice, `arrayBuffer()`, encrypt, one chunk after the other. */
export function slices(chunkBytes: number): Codec {
  const TAG_BYTES = 16
  const key = crypto.subtle.importKey('raw', KEY, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const ivOf = (chunk: number): Uint8Array<ArrayBuffer> => {
    const iv = new Uint8Array(12)
    new DataView(iv.buffer).setUint32(8, chunk)
    return iv
  }
  return {
    async seal(source, _share, take) {
      for (let at = 0, chunk = 0; at < source.size; at += chunkBytes, chunk++) {
        const plain = await source.slice(at, at + chunkBytes).arrayBuffer()
        take(new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: ivOf(chunk) }, await key, plain)))
      }
    },
    async open(sealed, take) {
      const step = chunkBytes + TAG_BYTES
      for (let at = 0, chunk = 0; at < sealed.length; at += step, chunk++) {
        const algorithm = { name: 'AES-GCM', iv: ivOf(chunk) }
        take(new Uint8Array(await crypto.subtle.decrypt(algorithm, await key, sealed.subarray(at, at + step))))
      }
    },
  }
}

/** The whole file in one buffer and one call. */
export const wholeFile = (): Codec => slices(Number.MAX_SAFE_INTEGER)
