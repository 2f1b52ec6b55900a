import { m } from '#web/messages/app.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { TextLink } from '#web/ui/layout/link.tsx'

type Props = { isChecked: boolean; onChange: (isChecked: boolean) => void }

/** Agrees to terms and privacy, which open beside the form. It says why the button below does nothing yet. */
export function AgreeCheckbox({ isChecked, onChange }: Props) {
  const text = m.account.signup
  return (
    <Checkbox
      checked={isChecked}
      onCheckedChange={onChange}
      {...(isChecked ? {} : { hint: text.agreeNeeded })}
      label={
        <>
          {text.agree}{' '}
          <TextLink to="/terms" reloadDocument target="_blank">
            {text.terms}
          </TextLink>{' '}
          {text.and}{' '}
          <TextLink to="/privacy" reloadDocument target="_blank">
            {text.privacy}
          </TextLink>
        </>
      }
    />
  )
}
