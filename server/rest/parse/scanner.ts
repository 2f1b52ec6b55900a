import { badQuery } from '../rest-error.ts'

/** Reads a text from left to right; every refusal says where. */
export class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length
  }

  peek(length = 1): string {
    return this.#text.slice(this.#at, this.#at + length)
  }

  /** Steps over `token` if it comes next. */
  take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`expecting "${token}"`)
  }

  expectEnd(): void {
    if (!this.isDone) this.fail('unexpected text')
  }

  /** The characters up to the first of `stops`, or to the end. */
  until(stops: string): string {
    const start = this.#at
    while (!this.isDone && !stops.includes(this.peek())) this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  skipSpace(): void {
    while (this.peek() === ' ') this.#at += 1
  }

  /** A name: letters, digits, `_`, `$`, spaces and inner `-`; or anything between double quotes. */
  name(): string {
    this.skipSpace()
    if (this.peek() === '"') return this.quoted()
    const start = this.#at
    while (!this.isDone && /[\p{L}\p{N}_$ -]/u.test(this.peek()) && this.peek(2) !== '->') this.#at += 1
    const name = this.#text.slice(start, this.#at).trim()
    if (name === '') this.fail('expecting a name')
    return name
  }

  /** Text between double quotes, with backslash escapes. */
  quoted(): string {
    this.expect('"')
    let text = ''
    for (;;) {
      if (this.isDone) this.fail('unterminated quoted text')
      if (this.take('"')) return text
      this.take('\\')
      text += this.peek()
      this.#at += 1
    }
  }

  fail(details: string): never {
    throw badQuery(`failed to parse "${this.#text.slice(0, 200)}" (column ${this.#at + 1})`, details)
  }
}
