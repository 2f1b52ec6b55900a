/** Argon2id (RFC 9106), version 0x13: memory `m` in KiB, `t` passes, `p` lanes. `#argon2` is the one of the platform. */
export type Argon2id = (options: {
  password: Uint8Array
  salt: Uint8Array
  m: number
  t: number
  p: number
  length: number
}) => Promise<Uint8Array>
