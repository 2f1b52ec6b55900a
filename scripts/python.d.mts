/** The first Python that has pyca/cryptography, which `tools/decrypt.py` needs and nothing else; undefined when there is none. */
export function findPython(): string | undefined
