// What libraries of Prototype's time do to the built-ins of every page they are on: methods that show up in `for … in`,
// well-known functions replaced by ones of the same name that can less, and `toJSON` on arrays and strings, so that
// JSON.stringify of an array gives a text with JSON in it. Written for the tests after what these libraries document.
(function () {
  'use strict';

  function extend(target, source) {
    for (var name in source) target[name] = source[name];
    return target;
  }

  function toArray(list) {
    if (!list) return [];
    if ('toArray' in Object(list)) return list.toArray();
    var length = list.length || 0;
    var results = new Array(length);
    while (length--) results[length] = list[length];
    return results;
  }

  extend(Object, {
    extend: extend,
    clone: function (object) {
      return extend({}, object);
    },
    keys: function (object) {
      var results = [];
      for (var name in object) if (Object.prototype.hasOwnProperty.call(object, name)) results.push(name);
      return results;
    },
    // Inherited ones too.
    values: function (object) {
      var results = [];
      for (var name in object) results.push(object[name]);
      return results;
    },
    toJSON: function (value) {
      return JSON.stringify(value);
    },
  });

  extend(Function.prototype, {
    bind: function (context) {
      var method = this;
      var given = Array.prototype.slice.call(arguments, 1);
      return function () {
        return method.apply(context, given.concat(Array.prototype.slice.call(arguments)));
      };
    },
    curry: function () {
      var method = this;
      var given = toArray(arguments);
      return function () {
        return method.apply(this, given.concat(toArray(arguments)));
      };
    },
    delay: function (seconds) {
      return setTimeout(this, seconds * 1000);
    },
    wrap: function (wrapper) {
      var method = this;
      return function () {
        return wrapper.apply(this, [method].concat(toArray(arguments)));
      };
    },
  });

  var reverse = Array.prototype.reverse;
  extend(Array.prototype, {
    each: function (iterator) {
      this.forEach(iterator);
      return this;
    },
    collect: Array.prototype.map,
    detect: Array.prototype.find,
    select: Array.prototype.filter,
    include: Array.prototype.includes,
    // Not an iterator of pairs.
    entries: function () {
      return this.slice(0);
    },
    toArray: function () {
      return this.slice(0);
    },
    clone: function () {
      return this.slice(0);
    },
    size: function () {
      return this.length;
    },
    first: function () {
      return this[0];
    },
    last: function () {
      return this[this.length - 1];
    },
    reverse: function (isInline) {
      return reverse.call(isInline === false ? this.slice(0) : this);
    },
    toJSON: function () {
      var results = [];
      for (var at = 0; at < this.length; at++) {
        var text = Object.toJSON(this[at]);
        if (text !== undefined) results.push(text);
      }
      return '[' + results.join(', ') + ']';
    },
  });
  // Takes no function for the items.
  Array.from = toArray;

  extend(String.prototype, {
    toArray: function () {
      return this.split('');
    },
    strip: function () {
      return this.trim();
    },
    include: function (text) {
      return this.indexOf(text) > -1;
    },
    empty: function () {
      return this == '';
    },
  });

  extend(HTMLElement.prototype, {
    visible: function () {
      return this.style.display !== 'none';
    },
    show: function () {
      this.style.display = '';
      return this;
    },
    toggle: function () {
      return this;
    },
    update: function (content) {
      this.textContent = content;
      return this;
    },
    remove: function () {
      if (this.parentNode) this.parentNode.removeChild(this);
      return this;
    },
    select: function (selector) {
      return this.querySelectorAll(selector);
    },
  });

  // `new Element('p')`, and still what every element is an instance of.
  var NativeElement = window.Element;
  window.Element = function (tag) {
    return document.createElement(tag);
  };
  extend(window.Element, NativeElement);
  window.Element.prototype = NativeElement.prototype;
  window.$A = toArray;
  window.$ = function (id) {
    return document.getElementById(id);
  };
})();
