import { ButtonLink } from '#web/ui/site/button-link.tsx'
import { StartNote } from './start-note.tsx'

/** The two ways on from the pages about the product: to an account, or to the plans. */
export function StartLinks({ start, pricing }: { start: string; pricing: string }) {
  return (
    <>
      <ButtonLink href="/signup">{start}</ButtonLink>
      <ButtonLink href="/pricing" variant="outline">
        {pricing}
      </ButtonLink>
      <StartNote className="basis-full" />
    </>
  )
}
