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
  const name = asStored(given)
  if (name === '' || name === '.' || name === '..') return { problem: 'empty' }
  if (utf8(name).length > LIMITS.fileNameBytes) return { problem: 'too_long' }
  return { name }
}

const asStored = (given: string): string => withoutHiddenSigns(given.normalize('NFC').replaceAll(/[/\\]/g, '_'))

/** What is left of a text when nothing in it hides, or turns what stands beside it. */
const withoutHiddenSigns = (text: string): string => text.replaceAll(CONTROL, '').replaceAll(DIRECTION_SIGNS, '').trim()

/** How somebody calls themselves, fit to be shown; undefined for nothing. */
export function safePersonName(given: string): string | undefined {
  const signs = Array.from(withoutHiddenSigns(given.normalize('NFC')))
  const name = signs.slice(0, LIMITS.personNameCharacters).join('').trim()
  // Some scripts need signs that take no room; by themselves they are no name.
  return /[^\p{Cf}\s]/u.test(name) ? name : undefined
}

/** A name that another person gave, fit to be shown and saved; one that is too long is cut. */
export function safeFileName(given: string): string {
  const checked = checkFileName(given)
  if (!('problem' in checked)) return checked.name
  return checked.problem === 'too_long' ? nameThatFits(asStored(given)) : 'file'
}

/**
 * A name with a suffix before its ending, such as ` (2)`, that can be stored: what is too long is cut from the stem, after a whole letter,
 * and the ending stays. An ending of more than half of the name is cut like a stem.
 *
 * @param maxBytes of the result in UTF-8
 */
export function nameThatFits(name: string, suffix = '', maxBytes: number = LIMITS.fileNameBytes): string {
  const dot = name.lastIndexOf('.')
  const hasEnding = dot > 0 && utf8(name.slice(dot)).length <= maxBytes / 2
  const [stem, ending] = hasEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const room = maxBytes - utf8(suffix + ending).length
  if (utf8(stem).length <= room) return stem + suffix + ending
  let kept = ''
  let bytes = 0
  for (const { segment } of LETTERS.segment(stem)) {
    bytes += utf8(segment).length
    if (bytes > room) break
    kept += segment
  }
  return kept.trimEnd() + suffix + ending
}

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As the vault will store it, so that a name in two pieces meets its twin. */
export function storedName(name: string): string {
  const checked = checkFileName(name)
  return 'name' in checked ? checked.name : name
}
