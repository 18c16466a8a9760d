/**
 * The blocks in the editor: a sketch with a badge, drawn without the elements, so that nothing is sent and nothing kept.
 * What there is to set comes from the plugin's table (includes/elements.php).
 * https://developer.wordpress.org/block-editor/getting-started/fundamentals/javascript-in-the-block-editor/
 */
(({ blocks, element, blockEditor, components }, { elements, words }) => {
  const el = element.createElement;
  const { PanelBody, SelectControl, TextControl, TextareaControl, ToggleControl } = components;

  /** The field of the sidebar for one attribute. */
  const control = ([name, [kind, label, choices]], { attributes, setAttributes }) => {
    const shared = {
      key: name,
      label,
      // What newer versions of WordPress look like; older ones do not know it.
      __nextHasNoMarginBottom: true,
      __next40pxDefaultSize: true,
      onChange: (value) => setAttributes({ [name]: value === '' || value === false ? undefined : value }),
    };
    const value = attributes[name] ?? '';
    if (kind === 'flag') return el(ToggleControl, { ...shared, checked: Boolean(value) });
    if (kind === 'json') return el(TextareaControl, { ...shared, value });
    if (kind !== 'choice')
      return el(TextControl, { ...shared, value, type: kind === 'number' ? kind : 'text' });
    const options = [['', words.standard], ...choices.map((each) => [each, each])];
    return el(SelectControl, {
      ...shared,
      value,
      options: options.map(([choice, text]) => ({ value: choice, label: text })),
    });
  };

  /** One line of the sketch; a text that was given for its slot is shown in its place. */
  const line = ([kind, text], index, attributes) =>
    el('div', { key: index, className: `storefront-elements-${kind}` }, attributes[kind] || text);

  const edit =
    ({ attributes: known, main, slots, needs, sketch }, title) =>
    (props) => {
      const { attributes } = props;
      const panel = (name, isOpen, names) =>
        el(
          PanelBody,
          { key: name, title: name, initialOpen: isOpen },
          names.map((each) => control(each, props)),
        );
      const isMain = ([name]) => main.includes(name);
      const texts = Object.entries(slots).map(([name, [, label]]) => [name, ['text', label]]);
      const isUnclear = needs.length && !needs.some((name) => attributes[name]);
      const problems = [words.gateway, isUnclear ? words.needs : ''].filter(Boolean);
      return [
        el(
          blockEditor.InspectorControls,
          { key: 'settings' },
          panel(words.settings, true, [...Object.entries(known).filter(isMain), ...texts]),
          panel(
            words.further,
            false,
            Object.entries(known).filter((each) => !isMain(each)),
          ),
        ),
        el(
          'div',
          { key: 'sketch', ...blockEditor.useBlockProps({ className: 'storefront-elements-preview' }) },
          el(
            'p',
            { key: 'badge', className: 'storefront-elements-note' },
            el('strong', { key: 'title' }, `${words.badge}: ${title}`),
            ` ${words.note}`,
          ),
          problems.map((text) => el('p', { key: text, className: 'storefront-elements-problem' }, text)),
          sketch.map((each, index) => line(each, index, attributes)),
        ),
      ];
    };

  for (const [tag, known] of Object.entries(elements)) {
    const name = `storefront-elements/${tag}`;
    blocks.registerBlockType(name, {
      edit: (props) => edit(known, blocks.getBlockType(name)?.title ?? tag)(props),
      // The server draws it.
      save: () => null,
    });
  }
})(window.wp, window.storefrontElementsEditor);
