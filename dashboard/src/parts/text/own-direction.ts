// For inputs that hold people's own words: they run in the direction of what is typed. The kit would put a plain `dir`
// around the input, where `auto` finds nothing to go by.

export const ownDirection = { attributes: { input: { dir: 'auto' } } } as const;
