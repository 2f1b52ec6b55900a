import { createHash, randomBytes } from 'node:crypto'
import { linksOf, type NewsletterAct } from '#contract/growth/newsletters.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Caller, Database } from '../../db/database.ts'
import { Tickets } from '../../http/tickets.ts'
import type { Mail } from '../../mail/mail.ts'
import { growthError } from '../growth-requests.ts'
import {
  audienceRules,
  type AudienceFields,
  type AudienceRules,
  type NewsletterFields,
  type NewsletterPage,
} from './newsletters.schemas.ts'
import {
  addressOf,
  countAudience,
  listAudiences,
  listNewsletters,
  type NewsletterRow,
  PAGE,
  readForPreview,
  readMailSettings,
  readNewsletter,
} from './newsletters.sql.ts'
import { renderNewsletter } from './render-newsletter.ts'

const PREVIEW_SECONDS = 300

export type NewsletterServices = {
  config: Pick<Config, 'publicUrl'>
  secrets: { serverSecret: Buffer }
  database: Database
  mail: Pick<Mail, 'send'>
  clock: Clock
}

/** What people do with newsletters and audiences of their organisation. Whether they may is asked of the database in each call. */
export class NewsletterService {
  readonly #services: NewsletterServices
  readonly #previews: Tickets

  constructor(services: NewsletterServices) {
    this.#services = services
    this.#previews = new Tickets({
      serverSecret: services.secrets.serverSecret,
      clock: services.clock,
      keyInfo: 'qs1/growth/preview',
      claim: 'newsletter',
      lifetimeSeconds: PREVIEW_SECONDS,
      refuse: {
        expired: (options) => growthError('growth_not_found', options),
        invalid: (options) => growthError('growth_not_found', options),
      },
    })
  }

  async list(caller: Caller, page: NewsletterPage) {
    const rows = await listNewsletters(this.#as(caller), page)
    const shown = rows.slice(0, PAGE)
    return { newsletters: shown, after: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
  }

  async read(caller: Caller, id: string) {
    const found = await readNewsletter(this.#as(caller), id)
    if (!found) throw growthError('growth_not_found')
    return found
  }

  /** @param id undefined makes a new one. @returns its id */
  async save(caller: Caller, id: string | undefined, fields: NewsletterFields): Promise<string> {
    return this.#id(caller, 'select growth.save_newsletter($1, $2) as id', [id ?? null, JSON.stringify(fields)])
  }

  /** @param at undefined: now */
  async schedule(caller: Caller, id: string, at: string | null): Promise<void> {
    const { blocks } = await this.read(caller, id)
    await this.#call(caller, `select growth.steer_newsletter($1, 'schedule', $2, $3)`, [id, at, linksOf(blocks)])
  }

  async steer(caller: Caller, id: string, act: NewsletterAct): Promise<void> {
    await this.#call(caller, `select growth.steer_newsletter($1, $2, null, '{}')`, [id, act])
  }

  async copy(caller: Caller, id: string): Promise<string> {
    return this.#id(caller, 'select growth.copy_newsletter($1) as id', [id])
  }

  /** A mail of it to the caller; its links lead where they lead, and are counted for nobody. @returns the address */
  async test(caller: Caller, id: string): Promise<string> {
    const { database, mail, config } = this.#services
    const found = await this.read(caller, id)
    const email = await addressOf(database, String(caller.claims['sub']))
    if (email === null) throw growthError('bad_request')
    const { html, text } = await this.#render(caller, found)
    const { subject, reply_to: replyTo } = found
    const content = {
      subject: `[Test] ${subject}`,
      html,
      text,
      unsubscribeUrl: `${config.publicUrl}/growth/unsubscribe/test`,
    }
    await database.asOwner((db) => mail.send(db, email, { ...content, ...(replyTo !== null && { replyTo }) }))
    return email
  }

  /** Leave to look at it as it is now, in a frame; and its plain text. */
  async preview(caller: Caller, id: string): Promise<{ path: string; text: string }> {
    const { text } = await this.#render(caller, await this.read(caller, id))
    return { path: `/growth/preview/${await this.#previews.issue(id)}`, text }
  }

  /** @throws {Refusal} for leave that is over, or none */
  async openPreview(ticket: string): Promise<string> {
    const found = await readForPreview(this.#services.database, await this.#previews.read(ticket))
    if (!found) throw growthError('growth_not_found')
    return this.#rendered(found, found.organisation).html
  }

  async audiences(caller: Caller) {
    const as = this.#as(caller)
    const [audiences, everybody] = await Promise.all([listAudiences(as), countAudience(as, {})])
    const counted = []
    for (const audience of audiences) {
      const rules = audienceRules.parse(audience.rules)
      counted.push({ ...audience, rules, ...(await countAudience(as, rules)) })
    }
    return { audiences: counted, everybody }
  }

  count(caller: Caller, rules: AudienceRules) {
    return countAudience(this.#as(caller), rules)
  }

  async saveAudience(caller: Caller, id: string | undefined, { name, rules }: AudienceFields): Promise<string> {
    return this.#id(caller, 'select growth.save_audience($1, $2, $3) as id', [id ?? null, name, JSON.stringify(rules)])
  }

  async removeAudience(caller: Caller, id: string): Promise<void> {
    await this.#call(caller, 'select growth.remove_audience($1)', [id])
  }

  settings(caller: Caller) {
    return readMailSettings(this.#as(caller))
  }

  async setPace(caller: Caller, perHour: number): Promise<void> {
    await this.#call(caller, 'select growth.save_mail_settings($1, null)', [perHour])
  }

  /** Another token for the organisation's mail server; the one before ends. @returns it, this once */
  async makeReportToken(caller: Caller): Promise<string> {
    const token = `qsr_${randomBytes(32).toString('base64url')}`
    await this.#call(caller, 'select growth.save_mail_settings(null, $1)', [
      createHash('sha256').update(token).digest(),
    ])
    return token
  }

  async #render(caller: Caller, found: NewsletterRow) {
    return this.#rendered(found, (await this.settings(caller))?.organisation ?? '')
  }

  #rendered({ subject, blocks, footer }: Pick<NewsletterRow, 'subject' | 'blocks' | 'footer'>, organisation: string) {
    const unsubscribeUrl = `${this.#services.config.publicUrl}/growth/unsubscribe/test`
    return renderNewsletter({ subject, blocks, footer, organisation, unsubscribeUrl, linkTo: (url) => url })
  }

  #as(caller: Caller) {
    return { database: this.#services.database, caller }
  }

  async #id(caller: Caller, text: string, values: unknown[]): Promise<string> {
    const [row] = await this.#call<{ id: string }>(caller, text, values)
    if (!row) throw new Error('nothing was saved')
    return row.id
  }

  async #call<Row extends Record<string, unknown>>(caller: Caller, text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.#services.database.oneAsCaller<Row>(caller, { text, values })
    return rows
  }
}
