import type { TestServer } from '../support/server/test-server.ts'

export type Noticed = {
  id: string
  detector: string
  user_id: string | null
  subject: string
  enforcement: string
  is_dry_run: boolean
  times: number
  incident_id: string | null
  reasons: { code: string; [fact: string]: unknown }[]
}

/** What detectors wrote down, oldest first: of one person, or of everybody. */
export async function noticed(server: Pick<TestServer, 'database'>, userId?: string): Promise<Noticed[]> {
  const { rows } = await server.database.owner<Noticed>(
    `select id, detector, user_id, subject, enforcement, is_dry_run, times, incident_id, reasons from public.threat_detections
     where $1::uuid is null or user_id = $1 order by created_at`,
    [userId ?? null],
  )
  return rows
}

/** What is enforced now, of one person. */
export async function enforced(server: Pick<TestServer, 'database'>, userId: string): Promise<string[]> {
  const { rows } = await server.database.owner<{ action: string }>(
    `select action from public.threat_enforcements
     where user_id = $1 and lifted_at is null and (until is null or until > now()) order by action`,
    [userId],
  )
  return rows.map(({ action }) => action)
}

/** The code of the next mail that has one; the mail about what was noticed may come first. */
export async function nextCode({ mailbox }: Pick<TestServer, 'mailbox'>, email: string): Promise<string> {
  const mail = await mailbox.next(email)
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? nextCode({ mailbox }, email)
}
