import type { Speech } from '#web/lib/format.ts'
import type { m } from '../app.ts'
import type { devices } from '../devices.ts'
import type { help } from '../help/help.ts'
import type { ledger } from '../ledger.ts'
import type { threats } from '../threats.ts'
import type { threatsPage } from '../threats-page.ts'
import type { eventWords } from '../audit/event-words.ts'
import type { streams } from '../streams.ts'
import type { failures, sentences } from '../errors.ts'

/** Words like the English ones: the same keys, the same arguments, lists as long. */
type Words<T> = T extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Alike<Result>
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? Alike<T>
      : { readonly [Key in keyof T]: Words<T[Key]> }

/** Texts and lists of texts, of the same shape and with any text. */
type Alike<T> = T extends string ? string : { readonly [Key in keyof T]: Alike<T[Key]> }

/** Every word of the app, also those that load with their pages. */
type All = typeof m & {
  devices: typeof devices
  help: typeof help
  ledger: typeof ledger
  threats: typeof threats
  threatsPage: typeof threatsPage
  eventWords: typeof eventWords
  streams: typeof streams
}

/** The words of one area of the app. */
export type WordsOf<Area extends keyof All> = Words<All[Area]>

/** One language. */
export type Catalogue = Speech & {
  words: Words<All>
  sentences: Words<typeof sentences>
  failures: Words<typeof failures>
}
