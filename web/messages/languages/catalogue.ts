import type { Speech } from '#web/lib/format.ts'
import type { m } from '../app.ts'
import type { failures, sentences } from '../errors.ts'

/** Words like the English ones: the same keys, the same arguments, lists as long. Whole groups may be left out. */
type Words<T> = T extends (...parameters: infer Parameters) => infer Result
  ? (...parameters: Parameters) => Alike<Result>
  : T extends string
    ? string
    : T extends readonly unknown[]
      ? Alike<T>
      : { readonly [Key in keyof T]?: Words<T[Key]> }

/** Texts and lists of texts, of the same shape and with any text. */
type Alike<T> = T extends string ? string : { readonly [Key in keyof T]: Alike<T[Key]> }

/** The words of one area of the app. */
export type WordsOf<Area extends keyof typeof m> = Words<(typeof m)[Area]>

/** One language: what it has replaces the English, what it leaves out stays English. No failure is left out. */
export type Catalogue = Speech & {
  words: Words<typeof m>
  sentences: Required<Words<typeof sentences>>
  failures: Required<Words<typeof failures>>
}
