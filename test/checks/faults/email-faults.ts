import { NOTICE_KINDS } from '#contract/notices.ts'
import { mailSamples, PERSON } from '#server/checks/email/mail-samples.ts'
import * as templates from '#server/mail/templates.ts'
import { json } from './broken-front.ts'
import { type Faults, stage } from './fault-stage.ts'

/** Whether the mail server of the stage lets anybody in. */
export const mailServer = { isWelcome: true }

const withSample = (sample: (typeof mailSamples)[string]) => async () => {
  mailSamples['brokenMail'] = sample
  return async () => delete mailSamples['brokenMail']
}

/** Mail server, templates and queue. */
export const EMAIL_FAULTS: Faults = {
  'MAIL-01': {
    what: 'the mail server lets nobody in',
    says: /not now/,
    breakIt: async () => {
      mailServer.isWelcome = false
      return async () => (mailServer.isWelcome = true)
    },
  },
  'MAIL-02': [
    {
      what: 'a template has a place that nobody fills',
      says: /brokenMail has a place that is not filled/,
      breakIt: withSample(({ url }) => templates.accountExistsMail({ url: `${url}&name=undefined` })),
    },
    {
      what: 'a notice has no mail',
      says: /noticeMail is missing/,
      breakIt: async () => {
        const kinds = NOTICE_KINDS as Record<string, { byEmail: 'on' | 'fixed' | 'always' }>
        kinds['probe_without_words'] = { byEmail: 'on' }
        return async () => delete kinds['probe_without_words']
      },
    },
    {
      what: 'a template takes a name for markup',
      says: /brokenMail takes what somebody typed for markup/,
      breakIt: withSample(({ url }) => {
        const mail = templates.accountExistsMail({ url })
        return { ...mail, html: mail.html.replace('</h1>', `</h1><p>${PERSON}</p>`) }
      }),
    },
  ],
  'MAIL-03': {
    what: 'a request for another password is accepted, and no mail is queued',
    says: /none was queued/,
    breakIt: stage.answering(({ path, body }, ask) =>
      path === '/auth/v1/recover' && !body.includes('somebody') ? json(200, {}) : ask(),
    ),
  },
  'MAIL-04': [
    {
      what: 'a mail is sent as it comes',
      says: /a subject/,
      breakIt: async () => {
        const { mail } = stage.server.services
        const send = mail.send
        mail.send = async (db, to, { subject, ...content }) =>
          send(db, to, { ...content, subject: subject.replaceAll(/[\r\n]/g, ' ') })
        return async () => (mail.send = send)
      },
    },
    {
      what: 'an invitation is sent to an address with a line break',
      says: /headers of a mail: an invitation to an organisation/,
      breakIt: stage.answering(({ path, body }, ask) =>
        path === '/auth/v1/team/invitations' && body.includes(String.raw`\nBcc`) ? json(200, { id: '' }) : ask(),
      ),
    },
    {
      what: 'the contact form takes two addresses',
      says: /send-support-email/,
      breakIt: stage.answering(({ path, body }, ask) =>
        path === '/functions/v1/send-support-email' && body.includes(', somebody@') ? json(200, {}) : ask(),
      ),
    },
  ],
  'MAIL-05': {
    what: 'a mail waits and nobody sends it',
    says: /1 mails are due/,
    breakIt: stage.changing(
      `select graphile_worker.add_job('send_mail', '{}'::json, run_at => now() - interval '1 hour', job_key => 'stuck');
       update graphile_worker._private_jobs set locked_at = now(), locked_by = 'nobody' where key = 'stuck'`,
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null where key = 'stuck'; select graphile_worker.remove_job('stuck')`,
    ),
  },
}
