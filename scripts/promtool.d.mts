/** The program that checks metrics and rules of alerts; undefined when there is none. */
export function findPromtool(): string | undefined
