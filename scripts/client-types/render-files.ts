// The files of the client's types, as texts: `npm run docs` writes them and a test holds them against the contract. They
// are copies, so that the published client needs neither our contract nor a schema library.

import type { TypeFile } from './public-types.ts';
import { type NameOf, renderComment, renderMembers, renderType, type Schema } from './render-type.ts';

type TypeFiles = Readonly<Record<string, TypeFile>>;

const head = (file: string): string =>
  `// Made from contract/ by \`npm run docs\`: the types of ${file}, as the API has them. Do not edit.\n`;

const isPlainObject = ({ type, properties, patternProperties, oneOf }: Schema): boolean =>
  type === 'object' && properties !== undefined && patternProperties === undefined && oneOf === undefined;

const renderDeclaration = (name: string, schema: Schema, nameOf: NameOf): string => {
  const comment = renderComment(schema.description, '');
  if (isPlainObject(schema)) {
    return `${comment}export interface ${name} {\n${renderMembers(schema, nameOf, '  ')}}\n`;
  }
  return `${comment}export type ${name} = ${renderType(schema, nameOf)};\n`;
};

/** What an object holds, whatever is said of it where it stands. */
const shapeOf = (schema: Schema): string | undefined =>
  schema.type === 'object' && schema.properties
    ? JSON.stringify({ ...schema, description: undefined })
    : undefined;

/** A schema is known by being the very one of the list, by its `$id`, by a reference to that, or by holding the same. */
const nameFinder = (files: TypeFiles) => {
  const names = new Map<unknown, string>();
  for (const [name, schema] of Object.values(files).flatMap((file) => Object.entries(file))) {
    names.set(schema, name);
    if (schema.$id) names.set(schema.$id, name).set(`${schema.$id}#`, name);
    if (schema.enum) names.set(JSON.stringify(schema.enum), name);
    const shape = shapeOf(schema);
    if (shape) names.set(shape, name);
  }
  return (schema: Schema): string | undefined =>
    names.get(schema) ??
    names.get(schema.$ref ?? schema.$id) ??
    names.get(shapeOf(schema)) ??
    (schema.enum && names.get(JSON.stringify(schema.enum)));
};

const renderFile = (files: TypeFiles, file: string, types: TypeFile): string => {
  const findName = nameFinder(files);
  const used = new Set<string>();
  const declarations = Object.entries(types).map(([name, schema]) =>
    renderDeclaration(name, schema, (inner) => {
      const found = inner === schema ? undefined : findName(inner);
      if (found) used.add(found);
      return found;
    }),
  );
  const imports = Object.entries(files)
    .filter(([other]) => other !== file)
    .map(([other, theirs]) => ({
      other,
      names: Object.keys(theirs)
        .filter((name) => used.has(name))
        // As the linter sorts them: without regard to capital letters.
        .sort((one, two) => (one.toLowerCase() < two.toLowerCase() ? -1 : 1)),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((one, two) => (one.other < two.other ? -1 : 1))
    .map(({ other, names }) => `import type { ${names.join(', ')} } from './${other}.ts';\n`);
  return [head(file), ...(imports.length > 0 ? [imports.join('')] : []), ...declarations].join('\n');
};

/** Text by file name. */
export const renderFiles = (files: TypeFiles): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([file, types]) => [`${file}.ts`, renderFile(files, file, types)]));
