// Applications of the same shape for the standard library's mux, chi and gin.
package main

import (
	"log"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

var pages = map[string]string{
	"/admin": "PROTECTED-admin", "/admin/panel": "PROTECTED-admin", "/secret": "PROTECTED-secret", "/büro/akten": "PROTECTED-office",
	"/": "PUBLIC /", "/public/page": "PUBLIC page", "/hello": "PUBLIC hello", "/administration": "PUBLIC administration",
	"/secrets": "PUBLIC secrets", "/grün/wiese": "PUBLIC wiese", "/a/b/open": "PUBLIC open",
}

func send(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text)) }
}

func newMux(files http.Handler) http.Handler {
	mux := http.NewServeMux()
	for path, text := range pages {
		if path == "/" {
			path = "/{$}"
		}
		mux.HandleFunc(path, send(text))
	}
	mux.HandleFunc("/a/b/private/{page...}", send("PROTECTED-private"))
	mux.Handle("/files/", files)
	return mux
}

func newChi(files http.Handler) http.Handler {
	router := chi.NewRouter()
	router.Use(middleware.CleanPath, middleware.StripSlashes, middleware.URLFormat, middleware.GetHead)
	for path, text := range pages {
		router.Get(path, send(text))
	}
	router.Get("/a/b/private/{page}", send("PROTECTED-private"))
	router.Handle("/files/*", files)
	return router
}

func newGin(folder string) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.RedirectFixedPath = true
	router.RemoveExtraSlash = true
	for path, text := range pages {
		router.GET(path, func(c *gin.Context) { c.String(http.StatusOK, text) })
	}
	router.GET("/a/b/private/*page", func(c *gin.Context) { c.String(http.StatusOK, "PROTECTED-private") })
	router.Static("/files", folder)
	return router
}

func main() {
	name, address, folder := os.Args[1], os.Args[2], os.Args[3]
	files := http.StripPrefix("/files/", http.FileServer(http.Dir(folder)))
	handlers := map[string]func() http.Handler{
		"net-http": func() http.Handler { return newMux(files) },
		"chi":      func() http.Handler { return newChi(files) },
		"gin":      func() http.Handler { return newGin(folder) },
	}
	log.Fatal(http.ListenAndServe(address, handlers[name]()))
}
