import { hashRaw } from '@node-rs/argon2'
import type { Argon2id } from './argon2id.ts'

/** `Algorithm.Argon2id`, a `const enum` of the package that type stripping cannot read. */
const ARGON2ID = 2

/** In Node: the same in machine code, about seven times as fast, beside the event loop. */
export const stretchArgon2id: Argon2id = async ({ password, salt, m, t, p, length }) =>
  new Uint8Array(
    await hashRaw(password, {
      algorithm: ARGON2ID,
      salt,
      memoryCost: m,
      timeCost: t,
      parallelism: p,
      outputLen: length,
    }),
  )
