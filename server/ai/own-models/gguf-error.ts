const PROBLEMS = {
  no_gguf: 'This is no GGUF file',
  unknown_version: 'This version of GGUF is not known here; versions 2 and 3 are',
  damaged: 'The head of the GGUF file is damaged',
  truncated: 'The GGUF file is truncated: it lists more than it has',
  one_of_several: 'This is one of several files of a model. Merge them with gguf-split first',
  no_writer: 'The file holds no language model that can write here',
} as const

/** Why a file is not kept as a language model. */
export class GgufError extends Error {
  override readonly name = 'GgufError'
  readonly code: keyof typeof PROBLEMS

  constructor(code: keyof typeof PROBLEMS, detail?: string) {
    super(
      detail === undefined ? PROBLEMS[code] : `${PROBLEMS[code]}: ${detail.replaceAll(/[^\w. -]/g, '?').slice(0, 60)}`,
    )
    this.code = code
  }
}
