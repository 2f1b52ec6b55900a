import { utf8 } from '../encoding.ts'

/** What a passkey's PRF extension is asked to evaluate: the same for everybody, so no server decides it. */
export const PASSKEY_PRF_INPUT: Uint8Array<ArrayBuffer> = utf8('qs1/prf/v1')
