import { setTimeout as sleep } from 'node:timers/promises'

export type TestMail = { id: string; to: string; from: string; subject: string; text: string; html: string }

const PATIENCE_MS = 30_000

/** Reads the local mailbox of a running server as a person would. */
export class TestMailbox {
  readonly #url: string
  readonly #seen = new Set<string>()

  constructor(serverUrl: string) {
    this.#url = `${serverUrl}/dev/mailbox.json`
  }

  /** All mails to an address, newest first. */
  async to(address: string): Promise<TestMail[]> {
    const mails = (await (await fetch(this.#url)).json()) as TestMail[]
    return mails.filter((mail) => mail.to === address)
  }

  /** The next mail to `address` that was not handed out before. @throws when none comes. */
  async next(address: string): Promise<TestMail> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(15)) {
      const fresh = (await this.to(address)).findLast((mail) => !this.#seen.has(mail.id))
      if (fresh) {
        this.#seen.add(fresh.id)
        return fresh
      }
    }
    throw new Error(`no mail for ${address}`)
  }
}

/** The address of the button in a mail. */
export function linkIn(mail: { text: string }): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text) ?? []
  if (!link) throw new Error('the mail has no link')
  return link
}

/** The six digits of a mail. */
export function codeIn(mail: { text: string }): string {
  const [code] = /\b\d{6}\b/.exec(mail.text) ?? []
  if (!code) throw new Error('the mail has no code')
  return code
}
