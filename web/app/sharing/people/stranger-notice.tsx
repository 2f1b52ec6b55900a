import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'

/** What can be done for somebody who is not in the organisation. */
export function StrangerNotice({ onLink }: { onLink: () => void }) {
  const text = m.sharing.people
  const navigate = useNavigate()
  const { can } = usePermissions()
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onLink}>
            {text.makeLink}
          </Button>
          {can('manage_users') && (
            <Button variant="outline" size="sm" onClick={() => void navigate('/dashboard/team')}>
              {text.invite}
            </Button>
          )}
        </span>
      }
    >
      {can('manage_users') ? text.stranger : text.strangerMember}
    </Notice>
  )
}
