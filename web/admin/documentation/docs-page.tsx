import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Plus } from 'lucide-react'
import { documentationEditor as text } from '#web/messages/documentation/documentation-editor.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useChosenAction } from '#web/parts/action/use-chosen-action.ts'
import { PageFrame } from '#web/parts/frame/page-frame.tsx'
import { GuideList } from './guide-list.tsx'
import { NewGuideDialog } from './new-guide-dialog.tsx'
import { OpenGuidePart } from './open-guide.tsx'

/** Guides that the operator's organisation writes. Which one is open, and what the list is filtered by, is in the address. */
export function DocsPage() {
  const [parameters, setParameters] = useSearchParams()
  const [isNew, setNew] = useState(false)
  useChosenAction('newGuide', () => setNew(true))
  const id = parameters.get('guide')
  const open = (guide: string | null) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (guide === null) next.delete('guide')
      else next.set('guide', guide)
      return next
    })
  return (
    <PageFrame
      title={text.title}
      lead={text.lead}
      action={
        id === null && (
          <Button onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden="true" />
            {text.add}
          </Button>
        )
      }
    >
      {id === null ? <GuideList onOpen={open} /> : <OpenGuidePart key={id} id={id} onClose={() => open(null)} />}
      <NewGuideDialog isOpen={isNew} onClose={() => setNew(false)} onMade={open} />
    </PageFrame>
  )
}
