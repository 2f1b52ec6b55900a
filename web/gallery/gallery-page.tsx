import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { DetailSample } from './detail-sample.tsx'
import { ImportSample } from './import-sample.tsx'
import { ListSample } from './list-sample.tsx'
import { OverviewSample } from './overview-sample.tsx'
import { SettingsSample } from './settings-sample.tsx'

/** A page of the panel with a view for each template. */
export function GalleryPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-6xl flex-col gap-5 p-4 md:p-6">
      <PageFrame
        title="Templates"
        lead="A plain screen of the panel is declared with these."
        help={{ to: '/docs', label: 'Documentation' }}
        facts="5 templates in 1 frame"
        action={<Button>Main action</Button>}
        tabs={{
          label: 'Templates',
          views: [
            { id: 'settings', label: 'Settings', panel: <SettingsSample /> },
            { id: 'list', label: 'List', panel: <ListSample /> },
            { id: 'import', label: 'Import', panel: <ImportSample /> },
            { id: 'overview', label: 'Overview', panel: <OverviewSample /> },
            { id: 'detail', label: 'Detail', panel: <DetailSample /> },
          ],
        }}
      />
    </main>
  )
}
