import { useState } from 'react'
import type { Tenant } from '#web/lib/remote/vault-client.ts'
import { tenantEntry as text } from '#web/messages/tenant-entry.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { EnterForm } from '../entry/enter-form.tsx'

/** Enters the panel of an organisation, for a while and with a reason. */
export function EntryPart({ tenant }: { tenant: Tenant }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <EnglishArea>
      <section className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        {isOpen ? (
          <EnterForm organisation={tenant} onCancel={() => setOpen(false)} />
        ) : (
          <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
            {text.open}
          </Button>
        )}
      </section>
    </EnglishArea>
  )
}
