/** Writes a mail address so that a narrow column breaks it before its `@`, and within a word only where that is not enough. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at <= 0) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
