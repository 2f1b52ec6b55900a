/** A refusal of the resumable protocol, which uses real HTTP statuses and plain text (TUS 1.0.0). */
export class TusError extends Error {
  override readonly name = 'TusError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
