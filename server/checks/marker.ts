import { randomBytes } from 'node:crypto'

/** A text that nothing else holds, so that it is found again. */
export const newMarker = (): string => `probe-${randomBytes(12).toString('hex')}`
