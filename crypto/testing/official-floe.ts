import { describe, expect, test } from 'vitest'
import { fromHex, utf8 } from '../encoding.ts'
import { openAll } from '../envelope/floe.ts'
import { HEADER_BYTES, startOpening } from '../envelope/floe-core.ts'
import { concat, readUint } from '../bytes.ts'
import type { VectorSource } from './vector-source.ts'

const NAMES = [
  'cpp_GCM256_IV256_4K',
  'cpp_GCM256_IV256_64',
  'cpp_rotation',
  'go_GCM256_IV256_4K',
  'go_GCM256_IV256_64',
  'go_rotation',
  'java_GCM256_IV256_4K',
  'java_GCM256_IV256_64',
  'java_lastSegAligned',
  'java_lastSegEmpty',
  'java_rotation',
  'pub_java_GCM256_IV256_4K',
  'pub_java_GCM256_IV256_64',
  'pub_java_rotation',
  'rust_GCM256_IV256_4K',
  'rust_GCM256_IV256_64',
  'rust_rotation',
]

/** FLOE's own answers, written by five implementations: key of zeros, aad "This is AAD". */
export function floeVectors(source: VectorSource) {
  describe('official FLOE answers', () => {
    test.for(NAMES)('%s', async (name) => {
      const { [name]: answer } = await source<Record<string, { ct: string; pt: string }>>('floe')
      const [sealed, plain] = [fromHex(answer!.ct), fromHex(answer!.pt)]
      const parameters = { segmentBytes: readUint(sealed, 2, 4), rotationBits: name.includes('rotation') ? 2 : 20 }
      const open = async (bytes: Uint8Array) => {
        const header = bytes.subarray(0, HEADER_BYTES)
        const opener = await startOpening({ key: new Uint8Array(32), aad: utf8('This is AAD'), header, parameters })
        return concat(...(await openAll(opener, bytes.subarray(HEADER_BYTES))))
      }

      expect(await open(sealed)).toEqual(plain)

      const changed = sealed.slice()
      changed[changed.length - 1]! ^= 1
      await expect(open(changed)).rejects.toMatchObject({ code: 'open_failed' })
    })
  })
}
