import { Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { NewsletterList } from './newsletter-list.tsx'
import { NewNewsletter, OpenNewsletter } from './open-newsletter.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

const OPENED = 'newsletter'
const NEW = 'new'

/** Mails to people outside who agreed, for who manages growth. Which newsletter is open is in the address. */
export function NewslettersPage() {
  return (
    <PageFrame title={text.title} lead={text.lead}>
      <Newsletters />
    </PageFrame>
  )
}

function Newsletters() {
  const [parameters, setParameters] = useSearchParams()
  const [isSettingsOpen, setSettingsOpen] = useState(false)
  const opened = parameters.get(OPENED)
  const open = (id: string | null) => setParameters(id === null ? {} : { [OPENED]: id })
  useChosenAction('newNewsletter', () => open(NEW))
  if (opened === NEW) return <NewNewsletter onOpen={open} />
  if (opened !== null) return <OpenNewsletter key={opened} id={opened} onOpen={open} />
  return (
    <section aria-label={text.list} className="flex flex-col gap-3">
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={() => setSettingsOpen(true)}>
          <Settings2 size={16} aria-hidden="true" />
          {text.settings.open}
        </Button>
        <Button onClick={() => open(NEW)}>
          <Plus size={16} aria-hidden="true" />
          {text.add}
        </Button>
      </div>
      <NewsletterList onOpen={open} />
      <SettingsDialog isOpen={isSettingsOpen} onClose={() => setSettingsOpen(false)} />
    </section>
  )
}
