import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** 132 bits: guessing one would unsubscribe one address. */
const MAC_CHARACTERS = 22

/** What addresses in a mail carry: which mail it is, and that it is from here. Nothing of it is stored. */
export class MailTokens {
  readonly #key: Buffer

  constructor(serverSecret: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'qs1/growth/mail', 32))
  }

  unsubscribe(delivery: string): string {
    return `${delivery}.${this.#macOf('unsubscribe', delivery)}`
  }

  link(delivery: string, link: number): string {
    return `${delivery}.${link}.${this.#macOf('link', `${delivery}.${link}`)}`
  }

  /** @returns the delivery; undefined for what is not of here. */
  readUnsubscribe(token: string): string | undefined {
    const [delivery = '', mac = '', ...more] = token.split('.')
    return more.length === 0 && UUID.test(delivery) && this.#isMac(mac, 'unsubscribe', delivery) ? delivery : undefined
  }

  readLink(token: string): { delivery: string; link: number } | undefined {
    const [delivery = '', link = '', mac = '', ...more] = token.split('.')
    const isOurs = more.length === 0 && UUID.test(delivery) && /^\d{1,2}$/.test(link)
    return isOurs && this.#isMac(mac, 'link', `${delivery}.${link}`) ? { delivery, link: Number(link) } : undefined
  }

  /** Of the address that somebody consented from: proves a claimed one, and gives none away. */
  addressHash(ip: string): string {
    return this.#macOf('address', ip)
  }

  #macOf(use: 'unsubscribe' | 'link' | 'address', what: string): string {
    return createHmac('sha256', this.#key).update(`${use}/${what}`).digest('base64url').slice(0, MAC_CHARACTERS)
  }

  #isMac(shown: string, use: 'unsubscribe' | 'link', what: string): boolean {
    const [given, expected] = [Buffer.from(shown), Buffer.from(this.#macOf(use, what))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
