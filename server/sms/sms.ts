import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import { enqueue, type Tasks } from '#server/jobs/jobs.ts'
import type { LocalMailbox } from '#server/mail/local-mailbox.ts'
import { PayloadSeal } from '#server/mail/payload-seal.ts'
import { standardWebhookHeaders } from '#server/outbound/standard-webhook.ts'

const TASK = 'send_sms'
const TIMEOUT_MS = 10_000

const message = z.object({ id: z.string(), to: z.string(), text: z.string() })
type Message = z.infer<typeof message>

export type Sms = {
  /** False where messages have nowhere to go: then nothing may be promised by SMS. */
  isAvailable: boolean
  /**
   * Sends `text` once `transaction` commits.
   * @param to E.164 without the plus sign.
   */
  send: (transaction: Transaction, to: string, text: string) => Promise<{ messageId: string }>
  /** Hand these to `startJobs`. */
  tasks: Tasks
}

export type SmsServices = {
  config: { smsWebhook: { url: string; secret: string } | undefined }
  secrets: { serverSecret: Buffer }
  mailbox: LocalMailbox | undefined
}

/** SMS through the same queue as mail: to the operator's webhook when one is set, else into the local mailbox. */
export function createSms({ config, secrets, mailbox }: SmsServices): Sms {
  // A queued message holds a live code.
  const seal = new PayloadSeal(secrets.serverSecret)
  const { smsWebhook: webhook } = config
  return {
    isAvailable: webhook !== undefined || mailbox !== undefined,
    send: async (transaction, to, text) => {
      const id = randomUUID()
      await enqueue(transaction, TASK, { sealed: seal.seal(JSON.stringify({ id, to, text })) })
      return { messageId: id }
    },
    tasks: {
      [TASK]: async (payload) => {
        const { sealed } = z.object({ sealed: z.string() }).parse(payload)
        const sms = message.parse(JSON.parse(seal.open(sealed)))
        if (webhook) await post(webhook, sms)
        else
          await mailbox?.deliver({ to: `+${sms.to}`, subject: 'SMS', text: sms.text, html: `<pre>${sms.text}</pre>` })
      },
    },
  }
}

/**
 * Hands a message to the operator's gateway, signed as Standard Webhooks has it.
 * @throws {Error} when the gateway refuses; the queue tries again.
 */
async function post({ url, secret }: { url: string; secret: string }, { id, to, text }: Message): Promise<void> {
  const body = JSON.stringify({ message_id: id, to: `+${to}`, text })
  const seconds = Math.floor(Date.now() / 1000)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...standardWebhookHeaders({ id, seconds, body }, [secret]) },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
}
