import { NOTHING, type Guarded, route } from './ask.ts'

const GROWTH = { permission: 'manage_growth' } as const
const USERS = { permission: 'manage_users' } as const
const SALES = { permission: 'manage_sales' } as const
const PARTNERS = { permission: 'manage_partners' } as const
const SITE = { permission: 'manage_growth', isOfOperator: true } as const

const quote = () => ({
  language: 'en',
  recipient: 'A',
  terms: '',
  valid_on: '2030-01-01',
  lines: [{ text: 'A', quantityMilli: 1000, unitMinor: 100, taxBasisPoints: 0 }],
})
const task = () => ({ title: 'A', due_on: null, doer_id: null })
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const course = () => ({ title: 'A', summary: '', minutes: 5, lessons: [], questions: [], seen: 0 })
const stages = () => ['A', 'B', 'C'].map((name) => ({ id: null, name, probability: 0 }))
const guide = () => ({
  slug: `a-${crypto.randomUUID()}`,
  title: 'A',
  description: '',
  section: 'operations',
  place: 0,
  replaces: null,
  body: '',
})
const seen = () => ({ version: 1 })

/** Sales, partners, training, access reviews and the public site. */
export const ROUTES_OF_GROWTH: readonly Guarded[] = [
  route('POST /sales/v1/deals/:id/notes', SALES, () => ({ body: 'A' })),
  route('POST /sales/v1/deals/:id/tasks', SALES, task),
  route('POST /sales/v1/deals/:id/quotes', SALES, quote),
  route('GET /sales/v1/pipeline', SALES),
  route('PUT /sales/v1/pipeline/stages', SALES, () => ({ stages: stages(), version: 999 })),
  route('PUT /sales/v1/pipeline/settings', SALES, () => ({ currency: 'EUR', seller: '', version: 999 })),
  route('GET /sales/v1/forecast', SALES),
  route('DELETE /sales/v1/notes/:id', SALES),
  route('GET /sales/v1/tasks', SALES),
  route('PUT /sales/v1/tasks/:id', SALES, () => ({ ...task(), is_done: false })),
  route('DELETE /sales/v1/tasks/:id', SALES),
  route('GET /sales/v1/quotes/:id', SALES),
  route('PUT /sales/v1/quotes/:id', SALES, () => ({ ...quote(), version: 1 })),
  route('DELETE /sales/v1/quotes/:id', SALES),
  route('GET /sales/v1/quotes/:id/pdf', SALES),
  route('POST /sales/v1/quotes/:id/sendings', SALES, seen),
  route('POST /sales/v1/quotes/:id/answers', SALES, () => ({ answer: 'accepted', version: 1 })),
  route('POST /sales/v1/quotes/:id/revisions', SALES, seen),

  route('POST /partners/v1/partners/:id/links', PARTNERS, () => ({ id: NOTHING, code: 'acme', path: '/' })),
  route('PUT /partners/v1/links/:id', PARTNERS, () => ({ is_paused: true })),
  route('POST /partners/v1/partners/:id/statements', PARTNERS, () => ({ month: '2026-01-01' })),
  route('GET /partners/v1/statements/:id/pdf', PARTNERS),

  route('POST /training/v1/completions/:id/withdrawal', USERS),
  route('GET /training/v1/assignments', USERS),
  route('POST /training/v1/assignments', USERS, () => ({
    course: 'phishing',
    is_for_everybody: true,
    people: [],
    due_on: inAMonth(),
  })),
  route('PUT /training/v1/assignments/:id', USERS, () => ({ due_on: inAMonth() })),
  route('DELETE /training/v1/assignments/:id', USERS),
  route('GET /training/v1/assignments/:id/people', USERS),
  route('GET /training/v1/assignments/:id/export', USERS),
  route('GET /training/v1/own-courses', USERS),
  route('POST /training/v1/own-courses', USERS, course),
  route('GET /training/v1/own-courses/:id', USERS),
  route('PUT /training/v1/own-courses/:id', USERS, course),
  route('DELETE /training/v1/own-courses/:id', USERS),
  route('POST /training/v1/own-courses/:id/publication', USERS, () => ({ seen: 1 })),
  route('GET /training/v1/exercises', USERS),
  route('POST /training/v1/exercises', USERS, () => ({ template: 'document', names_people: false })),
  route('GET /training/v1/exercises/:id/people', USERS),

  route('GET /reviews/v1/reviews', USERS),
  route('POST /reviews/v1/reviews', USERS, () => ({
    name: 'A',
    due_on: inAMonth(),
    scope: 'people',
    covers_roles: true,
    covers_spaces: true,
    reviewers: [NOTHING],
  })),
  route('GET /reviews/v1/reviews/:id', USERS),
  route('DELETE /reviews/v1/reviews/:id', USERS),
  route('POST /reviews/v1/reviews/:id/open', USERS),
  route('POST /reviews/v1/reviews/:id/close', USERS),
  route('GET /reviews/v1/reviews/:id/items', USERS),
  route('POST /reviews/v1/items/:id/decision', USERS, () => ({ decision: 'keep' })),
  route('GET /reviews/v1/reviews/:id/export', USERS),
  route('GET /reviews/v1/people/:id/offboarding', USERS),
  route('GET /reviews/v1/people/:id/access?day=2026-01-01', USERS),
  route('GET /reviews/v1/people/:id/access/export?day=2026-01-01', USERS),
  route('GET /reviews/v1/offboardings', USERS),
  route('POST /reviews/v1/offboardings', USERS, () => ({
    person: NOTHING,
    ending: 'suspend',
    successors: {},
    leaves_unmanaged: false,
  })),
  route('GET /reviews/v1/offboardings/:id', USERS),
  route('POST /reviews/v1/offboardings/:id/steps', USERS),
  route('GET /reviews/v1/offboardings/:id/export', USERS),

  route('GET /keywords/v1/projects', GROWTH),
  route('GET /keywords/v1/projects/:id', GROWTH),
  route('GET /keywords/v1/projects/:id/export', GROWTH),
  route('POST /keywords/v1/projects', GROWTH, () => ({ id: crypto.randomUUID(), name: 'A', seeds: [] })),
  route('POST /keywords/v1/imports', GROWTH, () => ({ id: NOTHING, name: 'A', file: '', isPreview: true })),
  route('GET /keywords/v1/terms', GROWTH),
  route('PUT /keywords/v1/terms', GROWTH, () => ({ brands: [], competitors: [], audiences: [], places: [] })),
  route('PATCH /keywords/v1/projects/:id', GROWTH, () => ({ name: 'A' })),
  route('DELETE /keywords/v1/projects/:id', GROWTH),
  route('POST /keywords/v1/projects/:id/cancel', GROWTH),
  route('PATCH /keywords/v1/projects/:id/clusters/:cluster', GROWTH, () => ({ name: 'A' })),
  route('POST /keywords/v1/projects/:id/merges', GROWTH, () => ({ into: NOTHING, from: [crypto.randomUUID()] })),
  route('POST /keywords/v1/projects/:id/clusters/:cluster/brief', GROWTH),
  route('GET /seo/v1/crawls', SITE),
  route('POST /seo/v1/crawls', SITE),
  route('GET /seo/v1/crawls/:id', SITE),
  route('POST /seo/v1/crawls/:id/cancel', SITE),
  route('PUT /seo/v1/schedule', SITE, () => ({ isWeekly: false })),
  route('GET /seo/v1/redirects', SITE),
  route('PUT /seo/v1/redirects', SITE, () => ({ from: '/old', to: '/features', isPermanent: true })),
  route('DELETE /seo/v1/redirects?from=/none', SITE),

  route('GET /documentation/v1/guides', SITE),
  route('POST /documentation/v1/guides', SITE, guide),
  route('GET /documentation/v1/guides/:id', SITE),
  route('PUT /documentation/v1/guides/:id', SITE, () => ({ ...guide(), seen: 1 })),
  route('DELETE /documentation/v1/guides/:id', SITE),
  route('GET /documentation/v1/guides/:id/versions/:version', SITE),
  route('POST /documentation/v1/guides/:id/versions', SITE, () => ({ seen: 1, note: '' })),
  route('DELETE /documentation/v1/guides/:id/publication', SITE),
  route('POST /documentation/v1/guides/:id/restoration', SITE, () => ({ seen: 1, version: 1 })),
]
