export function Component() {
  return <h1>investors</h1>
}
