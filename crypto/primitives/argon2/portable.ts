import { argon2id } from 'hash-wasm'
import type { Argon2id } from './argon2id.ts'

/** In WebAssembly: browsers have no Argon2 of their own. */
export const stretchArgon2id: Argon2id = ({ password, salt, m, t, p, length }) =>
  argon2id({
    password,
    salt,
    memorySize: m,
    iterations: t,
    parallelism: p,
    hashLength: length,
    outputType: 'binary',
  })
