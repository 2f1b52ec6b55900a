import type { BrowserCheckId } from '#contract/checks/checks.ts'
import { json } from './broken-front.ts'
import type { NamedFault } from './fault-groups.ts'
import { stage, text } from './fault-stage.ts'

/** Figures that a browser measured of a first page that is small and quick. */
export const MEASURED = { script_kib: 120, scripts: 30, largest_paint_ms: 900 }

type FigureFault = readonly [what: string, evidence: Partial<typeof MEASURED>, says: RegExp]

/** Figures of a browser that the server judges: of a first page that is large, late, or was not measured. */
export const FIGURE_FAULTS: Readonly<Partial<Record<BrowserCheckId, readonly FigureFault[]>>> = {
  'MOB-06': [
    ['weighs too much', { ...MEASURED, script_kib: 201 }, /weigh 201 KiB, of at most 200/],
    ['comes late', { ...MEASURED, largest_paint_ms: 2501 }, /after 2501 ms, of at most 2500/],
    ['was not measured', {}, /did not say/],
  ],
}

/** Faults of what phones need of every page. */
export const PHONE_FAULTS: readonly NamedFault[] = [
  {
    id: 'MOB-01',
    what: 'a page forbids zooming',
    says: /\/pricing forbids zooming/,
    breakIt: stage.at(
      '/pricing',
      text((html) => html.replace('initial-scale=1', 'initial-scale=1, user-scalable=no')),
    ),
  },
  {
    id: 'MOB-01',
    what: 'the app has no viewport',
    says: /\/login has no viewport/,
    breakIt: stage.at(
      '/login',
      text((html) => html.replace('name="viewport"', 'name="view"')),
    ),
  },
  {
    id: 'MOB-01',
    what: 'an icon is of another size',
    says: /icon-512\.png has another size/,
    breakIt: stage.at(
      '/icon-512.png',
      text(() => 'no picture'),
    ),
  },
  {
    id: 'MOB-01',
    what: 'the manifest has no icons',
    says: /the manifest lacks icons/,
    breakIt: stage.at('/manifest.webmanifest', () =>
      json(200, { name: 'A', short_name: 'A', start_url: '/', scope: '/', display: 'standalone' }),
    ),
  },
]
