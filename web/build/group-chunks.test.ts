import { expect, test } from 'vitest'
import { findCircle, groupOf, panelOf } from './group-chunks.ts'

type Module = { importers?: string[]; dynamicImporters?: string[]; isEntry?: boolean }

const login = '/web/app/account/sign-in/login.tsx'
const modules: Record<string, Module> = {
  '/web/index.html': { isEntry: true },
  '/web/app.html': { isEntry: true },
  '/web/app/main.tsx': { importers: ['/web/app.html'] },
  '/web/app/start.tsx': { dynamicImporters: ['/web/app/main.tsx'] },
  [login]: { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/app/team.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/app/sharing/visit/link-page.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/site-and-app': { importers: ['/web/index.html', '/web/app/team.tsx'] },
  '/started': { importers: ['/web/app/start.tsx', '/web/app/team.tsx'] },
  '/password': { importers: [login, '/web/app/team.tsx', '/web/app/sharing/visit/link-page.tsx'] },
  '/drop-zone': { importers: ['/web/app/sharing/visit/link-page.tsx', '/web/app/team.tsx'] },
  '/table': { importers: ['/web/app/team.tsx'] },
  '/web/app/account/unlock/unlock.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/app/shell/dashboard.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/app/shell/panels.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/admin/admin-panel.tsx': { dynamicImporters: ['/web/app/shell/panels.tsx'] },
  '/web/lib/keyless/rooms.ts': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/lib/keyless/further-rooms.ts': { dynamicImporters: ['/web/app/start.tsx'] },
  '/strip': { importers: ['/web/app/shell/dashboard.tsx', '/web/app/team.tsx'] },
  '/schema': { importers: ['/web/lib/keyless/rooms.ts', '/web/app/team.tsx'] },
  '/strip-and-schema': { importers: ['/strip', '/schema'] },
  '/kit': { importers: ['/web/app/account/unlock/unlock.tsx', '/web/app/team.tsx'] },
  '/file-list': { importers: ['/web/app/shell/dashboard.tsx', '/web/app/team.tsx'] },
  '/dialog': { importers: ['/web/app/account/unlock/unlock.tsx', '/file-list'] },
  '/sidebar': { importers: ['/web/app/shell/dashboard.tsx', '/web/app/shell/panels.tsx'] },
  '/event-title': { importers: ['/web/admin/admin-panel.tsx', '/web/app/team.tsx'] },
  '/fact': { importers: ['/event-title', '/schema'] },
  '/deal': { importers: ['/web/lib/keyless/further-rooms.ts', '/web/app/team.tsx'] },
  '/money': { importers: ['/deal', '/schema'] },
  '/web/site/home/home-page.tsx': { dynamicImporters: ['/web/index.html'] },
  '/web/site/blog/blog-page.tsx': { dynamicImporters: ['/web/index.html'] },
  '/web/ui/site/rows.tsx': { importers: ['/web/site/home/home-page.tsx', '/web/site/blog/blog-page.tsx'] },
  '/web/ui/site/bar.tsx': { importers: ['/web/index.html', '/web/site/home/home-page.tsx'] },
  '/web/ui/site/prose.tsx': { importers: ['/web/site/blog/blog-page.tsx'] },
  '/web/admin/tenants/tenants-page.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/studio/seo/seo-page.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/web/studio/studio.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/tenants': { importers: ['/web/admin/tenants/tenants-page.tsx'] },
  '/entry': { importers: ['/tenants', '/web/admin/admin-panel.tsx'] },
  '/runs': { importers: ['/web/studio/seo/seo-page.tsx', '/web/studio/studio.tsx'] },
  '/drafts': { importers: ['/web/studio/seo/seo-page.tsx'] },
  '/both': { importers: ['/tenants', '/drafts'] },
  '/header': { importers: ['/tenants', '/runs'] },
  '/list': { importers: ['/both', '/web/app/team.tsx'] },
  '/web/admin/threats/manage/threats-page.tsx': { dynamicImporters: ['/web/app/start.tsx'] },
  '/incidents': { importers: ['/web/admin/threats/manage/threats-page.tsx', '/tenants'] },
  '/filters': { importers: ['/incidents', '/web/app/team.tsx'] },
  '/sheet': { importers: ['/incidents', '/file-list'] },
  '/icon': { importers: ['/incidents', '/runs'] },
  '/below': { importers: ['/table', '/password'] },
}

test('a module goes where all that load it go', () => {
  expect(groupOf('/site-and-app', getModule)).toBeNull()
  expect(groupOf('/started', getModule)).toBeNull()
  expect(groupOf('/password', getModule)).toBe('signing-in')
  expect(groupOf('/drop-zone', getModule)).toBe('visiting')
  expect(groupOf('/strip', getModule)).toBe('signed-in')
  expect(groupOf('/strip-and-schema', getModule)).toBe('frame')
  expect(groupOf('/dialog', getModule)).toBe('frame')
  expect(groupOf('/file-list', getModule)).toBe('signed-in')
  expect(groupOf('/kit', getModule)).toBe('account')
  expect(groupOf('/sidebar', getModule)).toBe('frame')
  expect(groupOf('/event-title', getModule)).toBe('panel')
  expect(groupOf('/fact', getModule)).toBe('facts')
  expect(groupOf('/schema', getModule)).toBe('keyless')
  expect(groupOf('/deal', getModule)).toBe('further-keyless')
  expect(groupOf('/money', getModule)).toBe('keyless')
  expect(groupOf('/sheet', getModule)).toBe('shared')
  expect(groupOf('/filters', getModule)).toBe('core')
  expect(groupOf('/table', getModule)).toBe('further')
  expect(groupOf('/below', getModule)).toBe('signing-in')
  expect(groupOf('/web/ui/site/rows.tsx', getModule)).toBe('site-parts')
  expect(groupOf('/web/ui/site/bar.tsx', getModule)).toBeNull()
  expect(groupOf('/web/ui/site/prose.tsx', getModule)).toBeNull()
})

test('what the pages of a panel share alone is fetched by nobody else', () => {
  expect(panelOf('/entry', getModule)).toBe('admin')
  expect(panelOf('/tenants', getModule)).toBe('admin-parts')
  expect(panelOf('/runs', getModule)).toBe('studio-parts')
  expect(panelOf('/both', getModule)).toBe('panel-parts')
  expect(panelOf('/header', getModule)).toBeNull()
  expect(groupOf('/header', getModule)).toBe('panel')
  expect([panelOf('/incidents', getModule), groupOf('/incidents', getModule)]).toEqual([null, 'core'])
  expect([panelOf('/icon', getModule), groupOf('/icon', getModule)]).toEqual([null, 'panel'])
  expect(panelOf('/list', getModule)).toBeNull()
  expect(groupOf('/list', getModule)).toBe('further')
})

test('files that need each other in a circle are named', () => {
  expect(findCircle({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toBeNull()
  expect(findCircle({ start: ['a'], a: ['b'], b: ['c'], c: ['a'] })).toEqual(['a', 'b', 'c', 'a'])
})

function getModule(id: string) {
  const found = modules[id]
  return found ? { importers: [], dynamicImporters: [], isEntry: false, ...found } : null
}
