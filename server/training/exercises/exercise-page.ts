import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EXERCISE_TEMPLATES, type ExerciseTemplate } from '#contract/training/exercises.ts'
import { clientOf } from '#server/auth/request.ts'
import type { Database } from '../../db/database.ts'
import { htmlPage, htmlPagePolicy } from '../../http/html-page.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { markup } from '../../markup.ts'
import { type Notice, noticePage } from '../../status/notice-page.ts'
import { EXERCISES } from './exercise-mails.ts'
import { trainingLimits } from '../training-limits.ts'

const STYLESHEET = '/status/notice.css'
const BODY_LIMIT = 1024
const byMail = z.object({ mail: z.uuid().lowercase() })
const THANKS: Notice = {
  title: 'Well done',
  text: 'You recognised the exercise. When a message like this was not an exercise, tell the people who look after security.',
}
const DEAD_LINK: Notice = { title: 'This link does not work', text: 'It belongs to nothing that is here.' }

/** Where the link of a phishing exercise leads: a page without a field and without a script, which says what gave the mail away. */
export function exerciseRoutes(
  app: FastifyInstance,
  { database, limits }: { database: Database; limits: RateLimits },
): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) => {
    done(null, {})
  })
  const follow = async (request: FastifyRequest, isRecognised: boolean): Promise<ExerciseTemplate | undefined> => {
    await limits.take(trainingLimits.exerciseByAddress, clientOf(request).ip)
    const given = byMail.safeParse(request.params)
    if (!given.success) return undefined
    const { rows } = await database.owner<{ template: string | null }>(
      'select training.follow_exercise($1, $2) as template',
      [given.data.mail, isRecognised],
    )
    return EXERCISE_TEMPLATES.find((template) => template === rows[0]?.template)
  }
  app.get('/:mail', { exposeHeadRoute: false }, async (request, reply) => {
    const template = await follow(request, false)
    if (!template) return sendPage(reply.code(404), noticePage({ ...DEAD_LINK, isApart: true }))
    return sendPage(reply, pageOf(template, (request.params as { mail: string }).mail))
  })
  app.post('/:mail', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const template = await follow(request, true)
    return template
      ? sendPage(reply, noticePage({ ...THANKS, isApart: true }))
      : sendPage(reply.code(404), noticePage({ ...DEAD_LINK, isApart: true }))
  })
}

function pageOf(template: ExerciseTemplate, mail: string): string {
  const { signs } = EXERCISES[template]
  return htmlPage({
    title: 'This was an exercise',
    stylesheet: STYLESHEET,
    body: markup`<p>Nothing has happened. Your organisation sent this mail to practise how to recognise phishing, and nothing was asked of you or collected here.</p>
          <p>What gave it away:</p>
          <ul>${signs.map((sign) => markup`<li>${sign}</li>`)}</ul>
          <p><a href="/dashboard/training?course=phishing">Open the course "Recognise phishing"</a></p>
          <form method="post" action="/exercise/${mail}"><button type="submit">I recognised it</button></form>`,
  })
}

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .headers({
      'content-security-policy': htmlPagePolicy(),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(html)
