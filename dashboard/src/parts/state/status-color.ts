// The colours that a badge can have (docs/design-language.md says what each means).

export type StatusColor = 'teal' | 'yellow' | 'red' | 'blue' | 'gray' | 'grape' | 'cinnamon';
