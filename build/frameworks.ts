/**
 * The elements as React, Vue and Svelte have to know them to check a template. The usual generators would type an
 * attribute like its property (`error-map` as an object) and every event as a `CustomEvent`; both are wrong here.
 */
import { type ElementDeclaration, elementsOf, type Manifest } from './manifest.ts';

const comment = (text = '', indent = '  ') =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';

/** A property by the type that the class has for it, so that it can never be another. */
const typeOf = ({ name }: ElementDeclaration, property: string) => `${name}[${JSON.stringify(property)}]`;

const properties = (element: ElementDeclaration) =>
  element.attributes.flatMap(({ fieldName, description }) =>
    fieldName ? [`${comment(description)}  ${fieldName}?: ${typeOf(element, fieldName)} | undefined;\n`] : [],
  );

/** Attributes that are spelled like no property. The others are set as properties wherever there is one. */
const attributes = (element: ElementDeclaration, kind: 'Attribute' | 'StaticAttribute') =>
  element.attributes.flatMap(({ name, fieldName, description }) =>
    name === fieldName
      ? []
      : [
          `${comment(description)}  ${JSON.stringify(name)}?: ${fieldName ? `${kind}<${typeOf(element, fieldName)}>` : 'string'} | undefined;\n`,
        ],
  );

const handlers = ({ events }: ElementDeclaration, prefix: string) =>
  events.map(
    ({ name, type, description }) =>
      `${comment(description)}  ${JSON.stringify(prefix + name)}?: ((event: ${type.text}) => void) | undefined;\n`,
  );

/** All names that the types need: the classes of the elements and of their events. */
const imports = (elements: ElementDeclaration[]) => {
  const names = elements.flatMap(({ name, events }) => [name, ...events.map(({ type }) => type.text)]);
  return `import type {\n${[...new Set(names)]
    .toSorted()
    .map((name) => `  ${name},\n`)
    .join('')}} from '../esm/index.js';\n`;
};

const propsInterface = (element: ElementDeclaration, lines: string[]) =>
  `${comment(element.summary, '')}export interface ${element.name}Props {\n${lines.join('')}}\n`;

const byTag = (elements: ElementDeclaration[], indent: string, type: (name: string) => string) =>
  elements
    .map(
      ({ tagName, name, summary }) =>
        `${comment(summary, indent)}${indent}${JSON.stringify(tagName)}: ${type(name)};\n`,
    )
    .join('');

/** An attribute is a text; numbers and booleans may be written as what they are, objects are JSON. */
const attributeType = (boolean: string) => `T extends boolean
  ? ${boolean}
  : T extends number
    ? T | \`\${number}\`
    : T extends string | null | undefined
      ? T
      : string;
`;

export function reactTypes(manifest: Manifest): string {
  const elements = elementsOf(manifest);
  return `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
${imports(elements)}
type Attribute<T> = ${attributeType("T | ''")}
type Props<E, P> = Omit<DetailedHTMLProps<HTMLAttributes<E>, E>, keyof P> & P;

${elements
  .map((each) =>
    propsInterface(each, [...properties(each), ...attributes(each, 'Attribute'), ...handlers(each, 'on')]),
  )
  .join('\n')}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${byTag(elements, '      ', (name) => `Props<${name}, ${name}Props>`)}    }
  }
}
`;
}

export function svelteTypes(manifest: Manifest): string {
  const elements = elementsOf(manifest);
  return `import type { HTMLAttributes } from 'svelte/elements';
${imports(elements)}
// Svelte writes \`false\` into an attribute as a text, which is as good as true: so a boolean that changes is a property.
type StaticAttribute<T> = ${attributeType("true | ''")}
${elements
  .map((each) =>
    propsInterface(each, [
      ...properties(each),
      ...attributes(each, 'StaticAttribute'),
      ...handlers(each, 'on'),
    ]),
  )
  .join('\n')}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${byTag(elements, '    ', (name) => `HTMLAttributes<${name}> & ${name}Props`)}  }
}
`;
}

export function vueTypes(manifest: Manifest): string {
  const elements = elementsOf(manifest);
  return `import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
${imports(elements)}
// Vue's checker reads the attributes of a tag from \`$props\`, and its events from \`$emit\`.
type Tag<E, Props, Events> = new () => E & {
  /** @deprecated Only for the template's checker; there is no such property. */
  $props: Omit<HTMLAttributes, keyof Props> & Props & PublicProps;
  /** @deprecated Only for the template's checker; there is no such method. */
  $emit: EmitFn<Events>;
};

${elements
  .map(
    (each) => `${propsInterface(each, [
      ...properties(each),
      ...each.attributes.flatMap(({ name, fieldName, description }) =>
        fieldName ? [] : [`${comment(description)}  ${JSON.stringify(name)}?: string | undefined;\n`],
      ),
    ])}
export interface ${each.name}Events {
${each.events.map(({ name, type, description }) => `${comment(description)}  ${JSON.stringify(name)}: (event: ${type.text}) => void;\n`).join('')}}
`,
  )
  .join('\n')}
declare module 'vue' {
  interface GlobalComponents {
${byTag(elements, '    ', (name) => `Tag<${name}, ${name}Props, ${name}Events>`)}  }
}
`;
}
