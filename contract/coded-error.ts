/** What the exceptions of a part are: one of a closed set of codes, and a sentence that holds no secret. Each part has its own. */
export abstract class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
