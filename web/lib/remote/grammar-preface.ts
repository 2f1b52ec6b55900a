/** A module that is followed by another one exports nothing: what it offers is left under a name, and its own names stay its own. */
export function asPreface(glue: string): string {
  return `{\n${glue.slice(0, glue.lastIndexOf('\nexport {'))}\nglobalThis.harper = defaultGlue\n}\n`
}
