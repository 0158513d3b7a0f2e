package dev.stranger.data.alter;

import dev.stranger.Shape;

/** What is altered; too small samples are left out, there is no room in them for an alteration. */
enum Kind {
  IMAGE {
    @Override
    boolean has(Shape shape) {
      return shape.isImage() && Math.min(shape.height(), shape.width()) >= 4;
    }
  },

  SQUARE_IMAGE {
    @Override
    boolean has(Shape shape) {
      return IMAGE.has(shape) && shape.height() == shape.width();
    }
  },

  SERIES {
    @Override
    boolean has(Shape shape) {
      return shape.rank() == 2 && shape.dimensions().get(1) >= 8;
    }
  },

  ROW {
    @Override
    boolean has(Shape shape) {
      return shape.rank() == 1 && shape.size() >= 2;
    }
  };

  abstract boolean has(Shape shape);
}
