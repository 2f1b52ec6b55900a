import { describe, expect, test } from 'vitest'
import { call, contactOf, eventsOf, importContacts, manager, member, server, stranger } from './growth-stage.ts'
import {
  act,
  FIELDS,
  isSent,
  linksIn,
  mailTo,
  makeRound,
  read,
  refusals,
  schedule,
  stageNewsletter,
  stageNewsletters,
  unsubscribeUrl,
  until,
} from './newsletter-stage.ts'

stageNewsletters()

test('who does not manage growth is refused everything; another organisation finds nothing', async () => {
  const { id, audience } = await stageNewsletter(['ada'])
  for (const [method, path, body] of [
    ['GET', '/newsletters'],
    ['GET', '/newsletters/settings'],
    ['PUT', '/newsletters/settings', { per_hour: 1 }],
    ['POST', '/newsletters/report-token'],
    ['POST', '/newsletters', FIELDS],
    ['GET', `/newsletters/${id}`],
    ['PUT', `/newsletters/${id}`, FIELDS],
    ['POST', `/newsletters/${id}/schedule`, { at: null }],
    ['POST', `/newsletters/${id}/act`, { act: 'remove' }],
    ['POST', `/newsletters/${id}/copy`],
    ['POST', `/newsletters/${id}/test`],
    ['POST', `/newsletters/${id}/preview`],
    ['GET', '/audiences'],
    ['POST', '/audiences/count', {}],
    ['POST', '/audiences', { name: 'x', rules: {} }],
    ['PUT', `/audiences/${audience}`, { name: 'x', rules: {} }],
    ['DELETE', `/audiences/${audience}`],
  ] as const) {
    expect((await call(undefined, method, path, body)).status, path).toBe(401)
    expect(await call(member, method, path, body), `${method} ${path}`).toMatchObject({ status: 403 })
    if (path.includes(id) || path.includes(audience))
      expect(await call(stranger, method, path, body), `${method} ${path}`).toMatchObject({ status: 404 })
  }
  // Nor can another organisation send to ours.
  expect(await call(stranger, 'POST', '/newsletters', { ...FIELDS, audience_id: audience })).toMatchObject({
    status: 404,
  })
  expect(await read(id)).toMatchObject({ status: 'draft' })
})

test.each([
  { subject: 'two\nlines' },
  { subject: 'x\r\nBcc: eve@example.org' },
  { subject: '' },
  { reply_to: 'a@example.org\r\nBcc: eve@example.org' },
  { blocks: [{ kind: 'button', label: 'x', url: 'javascript:alert(1)' }] },
  { blocks: [{ kind: 'html', text: '<b>' }] },
  { blocks: Array.from({ length: 51 }, () => ({ kind: 'divider' })) },
  { blocks: [{ kind: 'text', text: 'a\0b' }] },
  { per_hour: 0 },
])('%.60j is no newsletter', async (fields) => {
  expect(await call(manager, 'POST', '/newsletters', { ...FIELDS, ...fields })).toMatchObject({ status: 400 })
})

describe('a newsletter', () => {
  test('goes to those of its audience who agreed, each with a way out and links of its own', async () => {
    const { id, emails, mark } = await stageNewsletter(['ada', 'bob'])
    const quiet = `quiet-${mark}@example.org`
    await importContacts(`email\n${quiet}`, { tags: [mark] })
    expect((await call(manager, 'GET', '/audiences')).body['audiences']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: `Audience ${mark}`, contacts: 3, agreed: 2 })]),
    )
    expect(await schedule(id)).toMatchObject({ status: 204 })
    expect((await until(id, isSent)).counts).toMatchObject({ recipients: 2, sent: 2, bounced: 0 })
    expect(mailTo(quiet)).toEqual([])
    const [mail] = mailTo(emails[0] ?? '')
    expect(mail?.headers).toMatch(/^Subject: News of engines$/m)
    expect(mail?.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(mail?.source).toContain('&lt;b&gt;that&lt;/b&gt;')
    expect(mail?.source).toContain('Content-Type: text/plain')
    expect(linksIn(mail!)).toHaveLength(2)
    expect(unsubscribeUrl(mail!)).not.toBe(unsubscribeUrl(mailTo(emails[1] ?? '')[0]!))
    // What was sent stays as it was sent.
    expect(await call(manager, 'PUT', `/newsletters/${id}`, FIELDS)).toMatchObject({
      status: 409,
      body: { code: 'newsletter_moved' },
    })
    const statuses = (await eventsOf('growth_newsletters.update')).map(
      ({ details }) => (details as { status?: string }).status,
    )
    expect(statuses.slice(0, 3)).toEqual(['sent', 'sending', 'scheduled'])
  })

  test('is ended by one request of a mail program, and for good', async () => {
    const { id, emails, mark, audience } = await stageNewsletter(['ada'])
    await schedule(id)
    await until(id, isSent)
    const url = unsubscribeUrl(mailTo(emails[0] ?? '')[0]!)
    const looked = await fetch(url)
    expect(await looked.text()).toContain('<button type="submit">Unsubscribe</button>')
    expect(looked.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(await contactOf(emails[0] ?? '')).toMatchObject({ consent: 'confirmed' })
    const post = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect((await post()).status).toBe(200)
    expect((await post()).status).toBe(200)
    expect(await contactOf(emails[0] ?? '')).toMatchObject({ consent: 'withdrawn' })
    expect((await read(id)).counts).toMatchObject({ unsubscribed: 1 })
    expect(
      (
        await fetch(
          url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          { method: 'POST' },
        )
      ).status,
    ).toBe(404)

    await call(manager, 'POST', '/contacts/removals', { ids: [(await contactOf(emails[0] ?? '')).id] })
    await importContacts(`email\n${emails[0]}`, { tags: [mark], ground: 'Again' })
    const { body } = await call(manager, 'POST', '/newsletters', { ...FIELDS, audience_id: audience })
    await schedule(String(body['id']))
    expect((await until(String(body['id']), isSent)).counts).toMatchObject({ recipients: 0 })
    expect(mailTo(emails[0] ?? '')).toHaveLength(1)
  })

  test('leads to its own links and nowhere else; who followed one is an audience', async () => {
    const { id, emails } = await stageNewsletter(['ada', 'bob'])
    await schedule(id)
    await until(id, isSent)
    const [first = '', second = ''] = linksIn(mailTo(emails[0] ?? '')[0]!)
    const follow = (url: string) => fetch(url, { redirect: 'manual' })
    expect((await follow(first)).headers.get('location')).toBe('https://a.example/x')
    expect((await follow(first)).status).toBe(302)
    expect((await follow(second)).headers.get('location')).toBe('https://b.example/')
    const [delivery = '', , mac = ''] = first.split('/').at(-1)?.split('.') ?? []
    for (const token of [
      `${delivery}.1.${mac}`,
      `${delivery}.7.${mac}`,
      `${delivery}..${mac}`,
      'https%3A%2F%2Fevil.example',
      `${delivery}.0.${mac}.x`,
    ])
      expect((await follow(first.replace(/[^/]+$/, token))).status, token).toBe(404)
    expect(await read(id)).toMatchObject({
      counts: { clicked: 1 },
      clicks: [
        { link: 0, clicks: 2 },
        { link: 1, clicks: 1 },
      ],
    })
    expect((await call(manager, 'POST', '/audiences/count', { clicked: id })).body).toEqual({ contacts: 1, agreed: 1 })
    // Whose newsletter it is says nothing to others.
    expect((await call(stranger, 'POST', '/audiences/count', { clicked: id })).body).toEqual({ contacts: 0, agreed: 0 })
  })

  test('notes who cannot be reached, tries again what may pass later, and mails nobody of them again', async () => {
    const { id, emails, audience, mark } = await stageNewsletter(['gone', 'later', 'ada'])
    refusals.set(`gone-${mark}`, [550, 'no such user'])
    refusals.set(`later-${mark}`, [451, 'not now'])
    await schedule(id)
    await until(id, ({ counts }) => counts.bounced === 1 && counts.sent === 1)
    refusals.delete(`later-${mark}`)
    expect((await until(id, isSent)).counts).toMatchObject({ recipients: 3, sent: 2, bounced: 1, failed: 0 })
    expect(mailTo(emails[1] ?? '')).toHaveLength(1)
    refusals.clear()
    const { body } = await call(manager, 'POST', '/newsletters', { ...FIELDS, audience_id: audience })
    await schedule(String(body['id']))
    expect((await until(String(body['id']), isSent)).counts).toMatchObject({ recipients: 2, sent: 2 })
    expect(mailTo(emails[0] ?? '')).toEqual([])
  })

  test('is scheduled, taken back, paused, continued and cancelled', async () => {
    const { id, emails } = await stageNewsletter(['ada', 'bob', 'eve'], { per_hour: 60 })
    expect(await schedule(id, '2999-01-01T00:00:00Z')).toMatchObject({ status: 204 })
    expect(await schedule(id)).toMatchObject({ status: 409 })
    await act(id, 'draft')
    await schedule(id)
    // One a minute at this pace.
    await until(id, ({ counts }) => counts.sent === 1)
    expect(await act(id, 'pause')).toMatchObject({ status: 204 })
    const paused = await read(id)
    expect(paused.status).toBe('paused')
    await makeRound()
    expect(await act(id, 'resume')).toMatchObject({ status: 204 })
    expect(await act(id, 'resume')).toMatchObject({ status: 409 })
    expect(await act(id, 'cancel')).toMatchObject({ status: 204 })
    await until(id, ({ counts }) => counts.waiting === 0)
    const { status, counts } = await read(id)
    expect(status).toBe('cancelled')
    expect(counts.sent + counts.left_out).toBe(3)
    expect(emails.flatMap(mailTo)).toHaveLength(counts.sent)
    expect(await act(id, 'remove')).toMatchObject({ status: 204 })
  })

  test('leaves out who withdraws after it began, and waits while the organisation is suspended', async () => {
    const { id } = await stageNewsletter(['a', 'b', 'c', 'd', 'e', 'f'], { per_hour: 60 })
    await schedule(id)
    await until(id, ({ counts }) => counts.sent > 0)
    // Only another organisation than the operator's can be suspended.
    const status = (to: string) =>
      server.database.owner(
        `update tenants set status = $1, suspended_at = case when $1 = 'suspended' then now() end, is_default = $1 = 'active'
         where id = (select tenant_id from growth.newsletters where id = $2)`,
        [to, id],
      )
    const inState = async (state: string) =>
      (
        await server.database.owner<{ id: string }>(
          'select id from growth.deliveries where newsletter_id = $1 and status = $2 order by id',
          [id, state],
        )
      ).rows
    await status('suspended')
    // What was admitted before is still sent; what is taken later comes back.
    await expect.poll(() => inState('sending')).toEqual([])
    const sent = await inState('sent')
    await makeRound()
    await makeRound()
    expect(await inState('sent')).toEqual(sent)
    const [waiting] = await inState('waiting')
    await server.database.owner('select growth.unsubscribe($1)', [waiting?.id])
    await status('active')
    expect((await until(id, isSent)).counts).toMatchObject({ sent: 5, left_out: 1 })
  })

  test('leaves no faster than the organisation allows', async () => {
    const { rows } = await server.database.owner<{ taken: number }>(
      `select count(*)::integer as taken from growth.deliveries where taken_at > now() - interval '1 hour'`,
    )
    expect(await call(manager, 'PUT', '/newsletters/settings', { per_hour: (rows[0]?.taken ?? 0) + 2 })).toMatchObject({
      status: 204,
    })
    const { id } = await stageNewsletter(['ada', 'bob', 'eve'])
    await schedule(id)
    await until(id, ({ counts }) => counts.sent === 2)
    await makeRound()
    expect(await read(id)).toMatchObject({ status: 'sending', counts: { sent: 2, waiting: 1 } })
    await server.database.owner(`update growth.deliveries set taken_at = taken_at - interval '61 minutes'`)
    expect((await until(id, isSent)).counts).toMatchObject({ sent: 3 })
    await call(manager, 'PUT', '/newsletters/settings', { per_hour: 100_000 })
  })

  test('is sent to nobody without a footer, and keeps the audience that it needs', async () => {
    const { id, audience } = await stageNewsletter(['ada'], { footer: '' })
    expect(await schedule(id)).toMatchObject({ status: 422, body: { code: 'newsletter_incomplete' } })
    expect(await call(manager, 'DELETE', `/audiences/${audience}`)).toMatchObject({
      status: 409,
      body: { code: 'audience_in_use' },
    })
    const copy = await call(manager, 'POST', `/newsletters/${id}/copy`)
    await act(id, 'remove')
    await act(String(copy.body['id']), 'remove')
    expect(await call(manager, 'DELETE', `/audiences/${audience}`)).toMatchObject({ status: 204 })
  })

  test('is tried by a mail to oneself, and looked at in a frame that lets nothing out', async () => {
    const { id } = await stageNewsletter(['ada'])
    expect((await call(manager, 'POST', `/newsletters/${id}/test`)).body).toEqual({ email: manager.email })
    await expect
      .poll(() => mailTo(manager.email).some(({ headers }) => headers.includes('Subject: [Test] News of engines')))
      .toBe(true)
    const { path, text } = (await call(manager, 'POST', `/newsletters/${id}/preview`)).body as {
      path: string
      text: string
    }
    expect(text).toContain('this (https://a.example/x)')
    const shown = await server.fetch(path)
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox/)
    expect(await shown.text()).toContain('<h2>Hello</h2>')
    expect((await server.fetch(`${path}x`)).status).toBe(404)
  })
})

describe('what a mail server reports', () => {
  const report = (token: string, message: string) =>
    server.fetch('/growth/v1/reports', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
      body: message,
    })
  const bounce = (email: string, about = '') =>
    `Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${email}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x\r\nContent-Type: text/rfc822-headers\r\n\r\n${about}\r\n--x--\r\n`
  const complaint = (email: string) =>
    `Content-Type: multipart/report; report-type=feedback-report; boundary=x\r\n\r\n--x\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: ${email}\r\n\r\n--x--\r\n`
  const newToken = async (person = manager) =>
    String((await call(person, 'POST', '/newsletters/report-token')).body['token'])

  test('ends mails to an address that bounces or complains, for the organisation whose token it has', async () => {
    const { id, emails, audience } = await stageNewsletter(['ada', 'bob', 'eve'])
    await schedule(id)
    await until(id, isSent)
    const [mine, theirs] = [await newToken(), await newToken(stranger)]
    const about = `List-Unsubscribe: <${unsubscribeUrl(mailTo(emails[0] ?? '')[0]!)}>`
    const noted = async (token: string, message: string) =>
      (await report(token, message)).json() as Promise<{ noted: number }>
    expect(await noted(theirs, bounce(emails[0] ?? '', about))).toEqual({ noted: 0 })
    expect(await noted(theirs, bounce(emails[0] ?? ''))).toEqual({ noted: 0 })
    // Which mail it was decides, and not the address, which may be one that it was forwarded to.
    expect(await noted(mine, bounce('elsewhere@example.net', about))).toEqual({ noted: 1 })
    expect(await noted(mine, complaint(emails[1] ?? ''))).toEqual({ noted: 1 })
    expect(await noted(mine, 'Subject: Hello\r\n\r\nI am away')).toEqual({ noted: 0 })
    expect((await read(id)).counts).toMatchObject({ bounced: 1, complained: 1 })
    const { body } = await call(manager, 'POST', '/newsletters', { ...FIELDS, audience_id: audience })
    await schedule(String(body['id']))
    expect((await until(String(body['id']), isSent)).counts).toMatchObject({ recipients: 1, sent: 1 })
  })

  test('is taken by no other token, and not by one that was replaced', async () => {
    const old = await newToken()
    await newToken()
    for (const token of ['', 'qsr_x', old, manager.session.access_token])
      expect((await report(token, bounce('a@example.org'))).status, token).toBe(401)
  })
})
