import { SETTINGS } from '../../support/studio.ts'
import { type Guarded, route } from './ask.ts'

const GROWTH = { permission: 'manage_growth' } as const

// In a network that is not the internet, which is looked at afterwards.
const connection = () => ({ name: 'A', preset: 'openai', address: 'https://192.0.2.1/v1' })

const text = () => ({ title: 'A', outline: '', target_keyword: '', audience: '', content_type: 'blog' })

const passage = () => ({ way: 'clearer', passage: 'A' })

/** The AI studio. */
export const ROUTES_OF_STUDIO: readonly Guarded[] = [
  route('GET /ai/v1/connections', GROWTH),
  route('POST /ai/v1/connections', GROWTH, connection),
  route('PUT /ai/v1/connections/:id', GROWTH, () => ({ ...connection(), version: 1 })),
  route('DELETE /ai/v1/connections/:id', GROWTH),
  route('POST /ai/v1/connections/:id/looks', GROWTH),
  route('POST /ai/v1/looks', GROWTH),
  route('GET /ai/v1/own-models', GROWTH),
  route('POST /ai/v1/own-models', GROWTH, () => ({ name: 'A', bytes: 1 })),
  route('PUT /ai/v1/own-models/:id/pieces', GROWTH),
  route('POST /ai/v1/own-models/:id/end', GROWTH),
  route('DELETE /ai/v1/own-models/:id', GROWTH),
  route('PUT /ai/v1/settings', GROWTH, () => ({ ...SETTINGS, version: 999 })),
  route('PUT /ai/v1/prices', GROWTH, () => ({ prices: [] })),
  route('POST /ai/v1/previews', GROWTH, () => ({ text: 'A' })),
  route('GET /ai/v1/usage', GROWTH),
  route('GET /ai/v1/requests', GROWTH),

  route('GET /content/v1/drafts', GROWTH),
  route('POST /content/v1/drafts', GROWTH, text),
  route('GET /content/v1/drafts/:id', GROWTH),
  route('PUT /content/v1/drafts/:id', GROWTH, () => ({
    ...text(),
    meta_description: '',
    suggested_tags: [],
    content: '',
    version: 1,
  })),
  route('DELETE /content/v1/drafts/:id', GROWTH),
  route('GET /content/v1/drafts/:id/versions/:no', GROWTH),
  route('GET /content/v1/drafts/:id/export', GROWTH),
  route('GET /content/v1/drafts/:id/record', GROWTH),
  route('POST /content/v1/drafts/:id/writing', GROWTH, () => ({ version: 1 })),
  route('POST /content/v1/drafts/:id/rewritings', GROWTH, () => ({
    ...text(),
    meta_description: '',
    suggested_tags: [],
    content: 'A',
    version: 1,
    from: 0,
    to: 1,
    passage: 'B',
    ticket: 'none',
  })),
  route('POST /content/v1/previews', GROWTH, text),
  route('POST /content/v1/rewritings', GROWTH, passage),
  route('POST /content/v1/rewriting-previews', GROWTH, passage),

  route('GET /social/v1/calendars', GROWTH),
  route('POST /social/v1/calendars', GROWTH, () => ({ topics: ['A'], month: '2028-02', platforms: ['LinkedIn'] })),
  route('POST /social/v1/previews', GROWTH, () => ({ topics: ['A'], month: '2028-02', platforms: ['LinkedIn'] })),
  route('POST /social/v1/calendars/:id/writing', GROWTH),
  route('GET /social/v1/calendars/:id', GROWTH),
  route('DELETE /social/v1/calendars/:id', GROWTH),
  route('GET /social/v1/calendars/:id/csv', GROWTH),
  route('GET /social/v1/calendars/:id/ics', GROWTH),
  route('GET /social/v1/calendars/:id/record', GROWTH),
  route('PATCH /social/v1/posts/:id', GROWTH, () => ({ version: 1 })),
  route('PUT /social/v1/limits', GROWTH, () => ({
    limits: { LinkedIn: 3000, Twitter: 280, YouTube: 5000, Facebook: 63_206, Instagram: 2200, TikTok: 2200 },
  })),
]
