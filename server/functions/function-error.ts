/** A refusal by a function: the client gets `{ error: message }` with this status. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError'
  readonly status: number
  readonly extras: { isRelay: boolean; retryAfterSeconds?: number | undefined; code?: string }

  /** @param extras `isRelay` marks a fault of the host, not of the function: clients report it as another kind of error. */
  constructor(status: number, message: string, extras: Partial<FunctionError['extras']> = {}, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.extras = { isRelay: false, ...extras }
  }
}
