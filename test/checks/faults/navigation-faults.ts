import { json } from './broken-front.ts'
import { type Faults, stage, text } from './fault-stage.ts'

/** Pages, menus and redirects. */
export const NAVIGATION_FAULTS: Faults = {
  'NAV-01': {
    what: 'a page has the title of another one',
    says: /\/pricing has another title/,
    breakIt: stage.at(
      '/pricing',
      text((html) => html.replace(/<title>[^<]*/, '<title>QuantumShield')),
    ),
  },
  'NAV-02': {
    what: 'an unknown address is answered as if it were there',
    says: /answers 200/,
    breakIt: stage.answering(async ({ path }, ask) => {
      const given = await ask()
      return path.startsWith('/probe-') ? { ...given, status: 200 } : given
    }),
  },
  'NAV-03': {
    what: 'the sitemap lacks a page',
    says: /\/features is not listed/,
    breakIt: stage.at(
      '/sitemap.xml',
      text((xml) => xml.replace(/<url><loc>[^<]*\/features<\/loc><\/url>/, '')),
    ),
  },
  'NAV-04': [
    {
      what: 'a stranger reads rows of people',
      says: /rows of profiles/,
      breakIt: stage.answering(({ path, headers }, ask) =>
        path.startsWith('/rest/v1/profiles') && !headers.authorization ? json(200, [{ user_id: 'somebody' }]) : ask(),
      ),
    },
    {
      what: 'a service answers without a session',
      says: /GET \/growth\/v1\/contacts answers 200/,
      breakIt: stage.answering(({ path, headers }, ask) =>
        path === '/growth/v1/contacts' && !headers.authorization ? json(200, { rows: [] }) : ask(),
      ),
    },
    {
      what: 'a service asks what was sent before it asks who sent it',
      says: /PUT \/checks\/v1\/schedule answers 400/,
      breakIt: stage.answering(({ method, path }, ask) =>
        method === 'PUT' && path === '/checks/v1/schedule' ? json(400, {}) : ask(),
      ),
    },
    {
      what: 'a page of the panel comes with what it shows',
      says: /\/admin\/users is not the page to sign in/,
      breakIt: stage.at(
        '/admin/users',
        text((html) => html.replace('</body>', '<p>somebody@example.test</p></body>')),
      ),
    },
    {
      what: 'a route is there that nobody guards',
      says: /GET \/growth\/v1\/side-door answers 404/,
      breakIt: async () => {
        const routes = stage.front.services.routes as Set<string>
        routes.add('GET /growth/v1/side-door')
        return async () => routes.delete('GET /growth/v1/side-door')
      },
    },
  ],
  'NAV-05': {
    what: 'a page refers to a file that is not there',
    says: /\/assets\/gone\.js on \/features answers 404/,
    breakIt: stage.at(
      '/features',
      text((html) => html.replace('</body>', '<script src="/assets/gone.js"></script></body>')),
    ),
  },
  'NAV-06': {
    what: 'the database allows a role more than the menu shows',
    says: /\/admin\/users for viewer/,
    breakIt: stage.changing(
      `insert into authz.permissions (role, permission) values ('viewer', 'manage_users')`,
      `delete from authz.permissions where role = 'viewer' and permission = 'manage_users'`,
    ),
  },
  'NAV-08': {
    what: 'a mailed link leads where its address says',
    says: /\/auth\/v1\/verify with https:\/\/elsewhere\.invalid/,
    breakIt: stage.answering(({ path }, ask) => {
      const target = path.startsWith('/auth/v1/verify') && new URLSearchParams(path.split('?')[1]).get('redirect_to')
      return target && /^https?:/.test(target)
        ? { status: 303, headers: { location: target }, body: Buffer.from('') }
        : ask()
    }),
  },
}
