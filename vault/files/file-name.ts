import { LIMITS } from '#contract/limits.ts'
import { utf8 } from '#crypto/encoding.ts'

/** Signs that change the direction of text; inside a name they can make `exe.fdp` look like `pdf.exe`. */
const DIRECTION_SIGNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this removes
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

export type CheckedName = { name: string } | { problem: 'empty' | 'too_long' }

/**
 * Makes a name fit to be stored, shown and saved again: Unicode NFC, no path, no control or direction signs.
 * What the person sees afterwards is what a download will be called.
 */
export function checkFileName(given: string): CheckedName {
  const name = given
    .normalize('NFC')
    .replaceAll(/[/\\]/g, '_')
    .replaceAll(CONTROL, '')
    .replaceAll(DIRECTION_SIGNS, '')
    .trim()
  if (name === '' || name === '.' || name === '..') return { problem: 'empty' }
  if (utf8(name).length > LIMITS.fileNameBytes) return { problem: 'too_long' }
  return { name }
}

/** A name that somebody else gave, fit to be shown and saved. */
export function safeFileName(given: string): string {
  const checked = checkFileName(given)
  return 'problem' in checked ? 'file' : checked.name
}

/** As the vault will store it, so that a name in two pieces meets its twin. */
export function storedName(name: string): string {
  const checked = checkFileName(name)
  return 'name' in checked ? checked.name : name
}
